import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import type { TelemetryAdapter } from '#telemetry/adapter.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import { createDiscards, type Discards } from '#telemetry/transport/client-report.ts'
import { anEvent } from '#tests/support/builders/telemetry-items.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { makeScratch } from '#tests/support/store/scratch.ts'

type CreateFileAdapter = (path: string, discards: Discards) => TelemetryAdapter

/** The guide's adapter as a file of its own. */
async function extract() {
  const guide = await readFile(join(repositoryRoot, 'docs/telemetry-adapters.md'), 'utf8')
  const code = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
  const adapter = code.find((block) => block.includes('): TelemetryAdapter {')) ?? ''
  const directory = await makeScratch()
  const file = join(directory, 'adapter.ts')
  await writeFile(file, adapter)
  return { adapter, directory, file }
}

async function load(file: string): Promise<CreateFileAdapter> {
  const loaded: { createFileAdapter: CreateFileAdapter } = await import(/* @vite-ignore */ file)
  return loaded.createFileAdapter
}

it('shows a new adapter in under 40 lines', async () => {
  const { adapter } = await extract()
  expect(adapter.trim().split('\n').length).toBeGreaterThan(10)
  expect(adapter.trim().split('\n').length).toBeLessThan(40)
})

it('that compiles, as strictly as our own code', { timeout: 60_000 }, async () => {
  const { directory } = await extract()
  const config = { extends: join(repositoryRoot, 'tsconfig.json'), include: [join(directory, '*.ts')] }
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', directory])
  expect(stdout).toBe('')
})

it('and works', async () => {
  const { directory, file } = await extract()
  const discards = createDiscards()
  const log = join(directory, 'events.log')
  const adapters = [(await load(file))(log, discards)]
  const telemetry = createTelemetry({ platform: 'node', discards, adapters })
  telemetry.captureException(new TypeError('no price'))
  telemetry.captureMessage('cache is cold')
  expect(await telemetry.close(5000)).toBe(true)
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { exception: { values: [{ type: 'TypeError' }] } },
    { message: 'cache is cold' },
  ])
  expect(discards.list()).toEqual([])
})

it('and counts what it cannot write or hold', async () => {
  const { directory, file } = await extract()
  const discards = createDiscards()
  const adapter = (await load(file))(directory, discards) // a directory takes no lines
  for (let index = 0; index < 65; index++) adapter.deliver({ type: 'event', payload: anEvent() })
  await adapter.flush(5000)
  await vi.waitFor(() =>
    expect(discards.list()).toEqual([
      { reason: 'queue_overflow', category: 'error', quantity: 1 },
      { reason: 'send_error', category: 'error', quantity: 64 },
    ]),
  )
})

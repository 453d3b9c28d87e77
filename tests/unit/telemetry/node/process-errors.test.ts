import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { describeNode } from '#telemetry/node/contexts.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { makeScratch } from '#tests/support/store/scratch.ts'

/** Runs a program that reports to standard output, and says how it ended. */
async function run(failure: string) {
  const file = join(await makeScratch(), 'host.ts')
  writeFileSync(
    file,
    `import { createTelemetry } from '${repositoryRoot}/telemetry/telemetry.ts'
import { reportProcessErrors } from '${repositoryRoot}/telemetry/node/process-errors.ts'
const adapter = {
  name: 'stdout',
  deliver: ({ type, payload }) => {
    if (type !== 'event') return
    const [{ value, mechanism }] = payload.exception.values
    console.log(JSON.stringify([payload.level, value, mechanism.type, mechanism.handled]))
  },
  flush: async () => true,
  close: async () => true,
}
reportProcessErrors(createTelemetry({ adapters: [adapter], platform: 'node' }))
${failure}
setTimeout(() => console.log('still there'), 500)`,
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
  return { status, stdout: stdout.trim(), stderr }
}

describe('reportProcessErrors()', () => {
  it('reports an uncaught exception, says it, and ends with the code 1 of Node', async () => {
    const { status, stdout, stderr } = await run(`setTimeout(() => { throw new Error('gone') })`)
    expect([status, stdout]).toEqual([1, '["fatal","gone","onuncaughtexception",false]'])
    expect(stderr).toContain('Error: gone')
  })

  it('does the same for a rejection that nobody handles', async () => {
    const { status, stdout } = await run(`Promise.reject(new Error('gone'))`)
    expect([status, stdout]).toEqual([1, '["fatal","gone","onunhandledrejection",false]'])
  })

  it('leaves the ending to a host that listens itself', async () => {
    const { status, stdout } = await run(
      `process.on('uncaughtException', () => {}); setTimeout(() => { throw new Error('gone') })`,
    )
    expect([status, stdout]).toEqual([0, '["fatal","gone","onuncaughtexception",false]\nstill there'])
  })
})

it('an event of a Node process says on what it runs', () => {
  const memory = createMemoryAdapter()
  createTelemetry({ adapters: [memory], platform: 'node' }).captureException(new Error('gone'))
  expect(memory.events[0]?.contexts).toMatchObject({
    runtime: { name: 'node', version: process.version },
    os: { name: expect.any(String), kernel_version: expect.any(String) },
    device: { arch: process.arch },
  })
  expect(describeNode().runtime?.name).toBe('node')
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'

async function open() {
  const dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-monitors-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const run = async (...words: string[]) => {
    const output: string[] = []
    const say = (line: string) => output.push(line)
    const config = parseConfig({ DATA_DIR: dataDir }, { release: '1' })
    const random = (size: number) => new Uint8Array(size).fill(7)
    const code = await runCli(words, { config, out: say, err: say, clock: () => 1_700_000_000_000, random })
    return [code, output.join('\n')]
  }
  await run('project', 'list')
  const store = await openSqliteStore({ file: databaseFile(dataDir) })
  onTestFinished(() => store.close())
  for (const slug of ['nightly', 'a/b']) {
    await store.write((trx) =>
      trx.insertInto('monitor').values({ project_id: 1, slug, config: null, created_at: 0 }).execute(),
    )
  }
  return run
}

it('lists the monitors of a project by name', async () => {
  const run = await open()
  expect(await run('monitor', 'list', 'crumbtrail')).toEqual([0, 'a/b  no schedule\nnightly  no schedule'])
  expect(await run('monitor', 'list', 'nowhere')).toEqual([
    1,
    'Cannot list the monitors: there is no project "nowhere"',
  ])
})

it('removes one, whatever its name', async () => {
  const run = await open()
  expect(await run('monitor', 'remove', 'crumbtrail/a/b')).toEqual([
    0,
    'Monitor a/b of project crumbtrail is deleted',
  ])
  expect(await run('monitor', 'remove', 'crumbtrail/a/b')).toEqual([
    1,
    'Cannot remove the monitor: project crumbtrail has no monitor "a/b"',
  ])
  expect(await run('monitor', 'remove', 'nowhere/x')).toEqual([
    1,
    'Cannot remove the monitor: there is no project "nowhere"',
  ])
})

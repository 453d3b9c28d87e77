import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { startRun } from '#server/store/postgres/move/start-run.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { runIn } from '#tests/support/move/run-move.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

const KILLED = new URL('../../../support/move/killed-move-process.ts', import.meta.url).pathname
/** The index of a table that nothing else of a move locks, so that a lock on it holds up nothing but the index. */
const INDEX = 'news_by_xid'
const UTC = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-move-runs-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

async function aDesk(name: string): Promise<string> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  await (await openSqliteStore({ file: databaseFile(dataDir) })).close()
  return dataDir
}

async function connect(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...options })
  client.on('error', () => undefined) // a test ends some of them
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A copied desk, and a transaction because of which its last index is not made. */
async function aHeldMove(name: string) {
  const [dataDir, url] = [await aDesk(name), await createEmptyPostgresDatabase()]
  expect(await runIn(dataDir, 'move', url)).toMatchObject({ code: 0 })
  const holder = await connect(url)
  await holder.query('begin; lock table news in row exclusive mode')
  return { dataDir, url, release: () => holder.query('rollback') }
}

async function untilIndexed(url: string): Promise<void> {
  const client = await connect(url)
  const sql = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%${INDEX}%' and datname = current_database()`
  await expect.poll(async () => (await client.query(sql)).rowCount, { timeout: 10_000 }).toBe(1)
}

describe('two runs of move on one database', () => {
  it('end what PostgreSQL still does for the first one, if that was killed', {
    timeout: 60_000,
  }, async () => {
    const { dataDir, url, release } = await aHeldMove('killed')
    const words = ['Completing the target', INDEX, '1', url, '--finish']
    const child = spawn(process.execPath, [KILLED, dataDir, ...words], { stdio: 'ignore' })
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])

    const said: string[] = []
    const code = await runCli(['move', url, '--finish'], {
      config: parseConfig({ DATA_DIR: dataDir }, { release: '1' }),
      out: () => undefined,
      err(line) {
        said.push(line)
        if (line.includes(INDEX)) void release()
      },
    })
    expect(said[0]).toMatch(
      new RegExp(
        `^PostgreSQL still works for an earlier run of move, which has ended: process ${child.pid} of ${hostname()}, since ${UTC}, at "CREATE INDEX ${INDEX} .+"\\. Ending that$`,
      ),
    )
    expect(code, said.join('\n')).toBe(0)
  })

  it('refuse the second one while the first one works, which is not harmed', {
    timeout: 60_000,
  }, async () => {
    const { dataDir, url, release } = await aHeldMove('first')
    const first = runIn(dataDir, 'move', url, '--finish')
    await untilIndexed(url)
    const { code, refusal } = await runIn(await aDesk('second'), 'move', url)
    expect(code).toBe(1)
    expect(refusal).toMatch(
      new RegExp(
        `^Cannot move: another run of move works on postgres://.+: process ${process.pid} of ${hostname()}, since ${UTC}, at "CREATE INDEX ${INDEX} .+"\\. Wait until it has ended; if that process is gone, run "select pg_terminate_backend\\(\\d+\\)"$`,
      ),
    )
    await release()
    expect(await first).toMatchObject({ code: 0 })
  })

  it('tell who may end what an earlier one left, if the role of the next one may not', async () => {
    const url = await createEmptyPostgresDatabase()
    const left = await connect(url, { application_name: 'crumbtrail move, 7 of elsewhere' })
    await left.query('do $$ begin create role reader login; exception when others then null; end $$')
    const run = { name: 'there', process: '8 of here', say: () => undefined, looks: 1 }
    await expect(startRun(url.replace('//tests@', '//reader@'), run)).rejects.toThrow(
      /^Cannot move: in there, PostgreSQL still works for an earlier run of move, which has ended: process 7 of elsewhere\. Wait until that has ended, or run "select pg_terminate_backend\(\d+\)" as the role that began it$/,
    )
    const { close } = await startRun(url, run)
    await expect(left.query('select 1')).rejects.toThrow()
    await close()
  })
})

import { afterAll, expect, it } from 'vitest'
import { createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData, runMain, startDesk } from '#tests/support/desk/desk-process.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

const desks: DeskProcess[] = []

afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.stop()))
  await Promise.all(desks.map(removeData))
})

async function countOf(desk: DeskProcess, atLeast: number): Promise<string | undefined> {
  const api = await createApiClient(desk)
  return eventually('the counted events', async () => {
    const { body } = await api.get<{ count: string }[]>('/api/0/projects/desk/shop/issues/')
    return Number(body[0]?.count) >= atLeast ? body[0]?.count : undefined
  })
}

it('a desk is moved while it runs, is stopped, and continues in PostgreSQL', {
  timeout: 120_000,
}, async () => {
  const url = await createEmptyPostgresDatabase()
  const sqlite = await startDesk({ env: { DATABASE_URL: '' } })
  desks.push(sqlite)
  const [, dsn = ''] = /reports to (\S+)/.exec(await sqlite.cli('project', 'add', 'shop')) ?? []
  await sendEvent(dsn)
  expect(await sqlite.cli('move', url)).toMatch(/^Copied \d+ rows/m)
  await sendEvent(dsn)
  const env = { DATA_DIR: sqlite.dataDir, PORT: '0' }
  expect(await runMain(['move', url, '--finish'], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('a running desk uses'),
  })
  expect(await sqlite.stop()).toBe(0)
  expect(await runMain(['move', url, '--finish'], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Set DATABASE_URL to it to start the desk'),
  })
  expect(await runMain([], env)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Cannot open the database: its desk moved to postgres:/),
  })

  const postgres = await startDesk({ env: { DATABASE_URL: url } })
  desks.push(postgres)
  await sendEvent(dsn.replace(sqlite.url.slice('http://'.length), postgres.url.slice('http://'.length)))
  expect(await countOf(postgres, 3)).toBe('3')
})

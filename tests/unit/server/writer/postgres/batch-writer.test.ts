import { expect, it, onTestFinished } from 'vitest'
import { lockEntries } from '#server/store/postgres/alone/project-locks.ts'
import { openPool } from '#server/store/postgres/connections/pool.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { openPostgresBatchWriter } from '#server/writer/postgres/batch-writer.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { anEventId } from '#tests/support/store/event-store.ts'

async function open() {
  const url = await createPostgresDatabase()
  const store = await openPostgresStore({ url })
  onTestFinished(store.close)
  let ids = 0
  const writer = await openPostgresBatchWriter(url, { newEventId: () => anEventId(++ids), clock: () => 0 })
  return { store, writer, url }
}

it('what is written is stored at once, and counted when somebody waits for it', async () => {
  const { store, writer } = await open()
  onTestFinished(writer.close)
  const body = new TextEncoder().encode('{}\n{"type":"event"}\n{"message":"Order failed"}\n')
  const sent = { projectId: 1, keyId: 1, receivedAt: 1_700_000_000_000, body }
  const { results } = await writer.write([sent, sent], [])
  expect(results.map(({ status }) => status)).toEqual([200, 200])
  await writer.count(1)
  const issues = await store.db.selectFrom('issue').select(['value', 'event_count']).execute()
  expect(issues).toEqual([{ value: 'Order failed', event_count: 2 }])
})

it('a batch whose wait for its project ends says why, and is to be sent again', async () => {
  const { writer, url } = await open()
  onTestFinished(writer.close)
  const pool = openPool(url, {})
  onTestFinished(() => pool.end())
  const alone = await pool.connect()
  await alone.query('begin')
  await lockEntries(alone, [1])
  const body = new TextEncoder().encode('{}\n{"type":"event"}\n{"message":"Order failed"}\n')
  const written = writer.write([{ projectId: 1, keyId: 1, receivedAt: 0, body }], [])
  const cancel = `
    select pg_cancel_backend(pid) from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  await expect.poll(async () => (await pool.query(cancel)).rowCount).toBe(1)
  const { results, failure } = await written
  expect(results.map(({ status }) => status)).toEqual([503])
  expect(failure).toContain('canceling statement due to user request')
  await alone.query('rollback')
  alone.release()
})

it('a writer that wrote nothing closes at once', async () => {
  const { writer } = await open()
  await expect(writer.close()).resolves.toBeUndefined()
})

import { expect, it, onTestFinished } from 'vitest'
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
  return { store, writer }
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

it('a writer that wrote nothing closes at once', async () => {
  const { writer } = await open()
  await expect(writer.close()).resolves.toBeUndefined()
})

import { expect, it, onTestFinished } from 'vitest'
import { countDistinct } from '#server/processing/sketches/distinct-count.ts'
import { aggregatedSessions, aSession, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  onTestFinished(opened.close)
  return {
    ...opened,
    sendItems: (...items: SampleItem[]) =>
      opened.writeBatch(
        [{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body: anEnvelopeOf(...items) }],
        [],
      ),
    users: async () => {
      const rows = await opened.store.db
        .selectFrom('release_session_user')
        .select(['is_crashed', 'sketch'])
        .orderBy('is_crashed')
        .execute()
      return rows.map(({ is_crashed, sketch }) => [is_crashed, countDistinct(sketch)])
    },
  }
}

it('counts whose sessions started, and whose of them crashed, once each', async () => {
  const { sendItems, users } = await open()
  const sessionOf = (number: number, did: string | undefined, more = {}) =>
    aSession({ sid: String(number).repeat(32), did, ...more })
  sendItems(sessionOf(1, 'ada'), sessionOf(2, 'ada'), sessionOf(3, 'bob'), sessionOf(4, undefined))
  expect(await users()).toEqual([[0, 2]])
  sendItems(sessionOf(1, 'ada', { seq: 9e15, status: 'crashed' }))
  expect(await users()).toEqual([
    [0, 2],
    [1, 1],
  ])
})

it('counts people of sessions that the SDK has counted', async () => {
  const { sendItems, users } = await open()
  const started = '2026-09-21T14:00:00.000Z'
  sendItems(
    aggregatedSessions({
      aggregates: [
        { started, did: 'ada', exited: 5 },
        { started, did: 'bob', crashed: 1 },
        { started, exited: 3 },
      ],
    }),
  )
  expect(await users()).toEqual([
    [0, 2],
    [1, 1],
  ])
})

it('makes the release known, at the time of arrival', async () => {
  const { sendItems, store } = await open()
  sendItems(aSession({ started: '1980-01-01T00:00:00.000Z' }))
  const releases = await store.db.selectFrom('project_release').selectAll().execute()
  expect(releases).toMatchObject([
    { version: 'shop@1.4.0', created_at: RECEIVED_AT, first_seen: RECEIVED_AT, event_count: 0 },
  ])
})

it('keeps no name of anyone', async () => {
  const { sendItems, connection } = await open()
  sendItems(aSession({ did: 'ada@example.com' }))
  const rows = connection.prepare('select * from release_session').all()
  expect(JSON.stringify(rows)).not.toContain('ada@example.com')
})

import { expect, it, onTestFinished } from 'vitest'
import { listMetricValues } from '#server/store/records/read/metrics.ts'
import {
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  aSession,
  RECEIVED_AT,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, type SampleItem, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { listLogs } from '#tests/support/store/list-logs.ts'
import { listSessionHours } from './list-session-hours.ts'

async function openWith(...items: SampleItem[]) {
  const { store, writeBatch, close } = await openEventStore(() => RECEIVED_AT)
  onTestFinished(close)
  for (const item of items) {
    writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body: anEnvelopeOf(item) }], [])
  }
  return store.db
}

it('logs are listed, the latest first, with all that they said', async () => {
  const long = 'x'.repeat(5000)
  const db = await openWith(aLogContainer(['first', long, 'last']))
  const logs = await listLogs(db, 1, 2)
  expect(logs.map(({ body }) => body)).toEqual(['last', long])
  expect(logs[0]).toMatchObject({
    level: 'warn',
    timestampUs: 1_790_000_000_002_000,
    traceId: TRACE_ID,
    release: 'shop@1.4.0',
    attributes: { cart: 7 },
  })
  expect(await listLogs(db, 2, 9)).toEqual([])
})

it('a metric’s values are listed from a time on', async () => {
  const db = await openWith(aMetricContainer([{ value: 1 }, { value: 2 }, { value: 3, name: 'other' }]))
  const values = await listMetricValues(db, {
    projectId: 1,
    name: 'orders',
    fromUs: 1_790_000_000_001_000,
    limit: 9,
  })
  expect(values).toMatchObject([{ value: 2, type: 'counter', attributes: { route: '/cart' } }])
})

it('sessions are listed by hours, without what updates took away', async () => {
  const db = await openWith(aSession(), aSession({ status: 'crashed', errors: 1 }), aggregatedSessions())
  const hours = await listSessionHours(db, 1, 0)
  expect(hours.map(({ health, quantity }) => [health, quantity])).toEqual(
    expect.arrayContaining([
      ['crashed', 2],
      ['errored', 2],
      ['healthy', 5],
    ]),
  )
  expect(hours).toHaveLength(3)
})

import { expect, it, onTestFinished } from 'vitest'
import {
  aFeedback,
  aLogContainer,
  aMetricContainer,
  aSession,
} from '#tests/support/builders/sample-records.ts'
import {
  aContainer,
  anEnvelopeOf,
  aTransaction,
  type SampleItem,
} from '#tests/support/builders/sample-traces.ts'
import { anEventId, type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

const NOW = 1_790_000_000_000

/** Each category's table, how many one row stands for and what it holds. */
const COUNTED = {
  events: ['event', '1', 'block_length'],
  spans: ['span_part', 'span_count', 'block_length'],
  segments: ['segment', '1', '0'],
  logs: ['log', '1', 'block_length'],
  metrics: ['metric', '1', 'block_length'],
  sessions: ['release_session', '1', '0'],
  feedback: ['feedback', '1', '0'],
} as const

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  await opened.store.write((trx) =>
    trx.insertInto('project').values({ id: 2, slug: 'shop', name: 'Shop', created_at: NOW }).execute(),
  )
  return opened
}

function envelope(projectId: number, ...items: SampleItem[]) {
  return { projectId, keyId: 1, receivedAt: NOW, body: anEnvelopeOf(...items) }
}

function everything(number: number): SampleItem[] {
  const error = { event_id: anEventId(number), message: `no price for ${number}` }
  return [
    { type: 'event', payload: error },
    aLogContainer([`cart ${number}`, `paid ${number}`]),
    aMetricContainer([{ value: number }]),
    aContainer([{ number: 100 + number }, { number: 200 + number, more: { is_segment: true } }]),
  ]
}

/** What the rows say, and what was counted. */
function counts({ connection }: EventStore) {
  const rows = Object.entries(COUNTED).flatMap(([category, [table, quantity, bytes]]) =>
    connection
      .prepare(`select project_id as project, sum(${quantity}) as quantity, sum(${bytes}) as bytes
        from ${table} group by project_id order by project_id`)
      .all()
      .map((row) => ({ category, ...row })),
  )
  const counted = Object.keys(COUNTED).flatMap((category) =>
    connection
      .prepare(`select project_id as project, quantity, payload_bytes as bytes from storage_use
        where category = ? and quantity > 0 order by project_id`)
      .all(category)
      .map((row) => ({ category, ...row })),
  )
  return { rows, counted }
}

it('counts all that a batch stores, of each project, and no repeat', async () => {
  const opened = await open()
  const batch = () => [
    envelope(1, ...everything(1)),
    envelope(1, ...everything(2), aSession(), aFeedback()),
    envelope(2, ...everything(3)),
    envelope(2, aTransaction([{ number: 7 }, { number: 8 }])),
  ]
  for (const _time of ['first', 'repeat']) {
    const { results } = opened.writeBatch(batch(), [])
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
  opened.writeBatch([envelope(2, ...everything(4))], [])
  const { rows, counted } = counts(opened)
  expect(counted).toEqual(rows)
  expect(new Set(rows.map(({ category }) => category)).size).toBe(Object.keys(COUNTED).length)
})

it('counts nothing of a batch that failed, nor of what was refused in it', async () => {
  const opened = await open()
  opened.connection.exec(`
    create trigger refuse before insert on metric when new.value = 2
    begin select raise(abort, 'refused'); end`)
  const { results } = opened.writeBatch([envelope(1, ...everything(1)), envelope(1, ...everything(2))], [])
  expect(results.map(({ status }) => status)).toEqual([200, 400])
  opened.writeBatch([envelope(1, ...everything(3))], [])
  const { rows, counted } = counts(opened)
  expect(counted).toEqual(rows)
  expect(rows).toContainEqual({ category: 'events', project: 1, quantity: 2, bytes: expect.any(Number) })
})

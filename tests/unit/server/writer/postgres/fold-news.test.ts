import { expect, it, onTestFinished } from 'vitest'
import type { NewsItem } from '#server/store/engine/news.ts'
import { openNewsProcess } from '#tests/support/postgres/news-processes.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

function anEvent(number: number, type: string) {
  const event = { event_id: anEventId(number), exception: { values: [{ type, value: 'no price' }] } }
  return { projectId: 1, keyId: 1, receivedAt: 1_000 + number, body: envelopeOf(event) }
}

async function open() {
  const desk = await openPostgresEventStore()
  onTestFinished(desk.close)
  const other = await openNewsProcess({ url: desk.url })
  const heardNow = async () => {
    await other.news.catchUp()
    return other.heard.splice(0)
  }
  return { ...desk, heardNow, version: other.store.version }
}

it('what is stored is told to all processes once it is counted', async () => {
  const { writeBatch, fold, heardNow } = await open()
  await writeBatch([anEvent(1, 'TypeError'), anEvent(2, 'TypeError'), anEvent(3, 'RangeError')], [])
  expect(await heardNow()).toEqual([])
  await fold()
  const first: NewsItem[] = [
    {
      kind: 'counted',
      arrivals: [
        { projectId: 1, issueId: 1, eventCount: 2, isNew: true },
        { projectId: 1, issueId: 2, eventCount: 1, isNew: true },
      ],
      logs: [],
    },
  ]
  expect(await heardNow()).toEqual(first)
  await writeBatch([anEvent(4, 'TypeError')], [])
  await writeBatch([anEvent(5, 'TypeError')], [])
  await fold()
  const again = [{ projectId: 1, issueId: 1, eventCount: 2, isNew: false }]
  expect(await heardNow()).toEqual([{ kind: 'counted', arrivals: again, logs: [] }])
})

it('logs are told by their number, and a count that no page shows at once only says that something was written', async () => {
  const { writeBatch, fold, heardNow, version } = await open()
  const refused = {
    projectId: 1,
    keyId: 1,
    hour: 0,
    category: 'error',
    outcome: 'filtered',
    reason: 'x',
    quantity: 1,
  } as const
  const log = { ...refused, category: 'log_item', outcome: 'accepted', reason: '', quantity: 3 } as const
  await writeBatch([], [log, refused])
  await fold()
  expect(await heardNow()).toEqual([{ kind: 'counted', arrivals: [], logs: [{ projectId: 1, quantity: 3 }] }])
  const before = version()
  await writeBatch([], [refused])
  await fold()
  expect(await heardNow()).toEqual([])
  expect(version()).not.toBe(before)
})

it('a fold that finds nothing tells nothing', async () => {
  const { fold, heardNow, version } = await open()
  const before = version()
  await fold()
  await heardNow()
  expect(version()).toBe(before)
})

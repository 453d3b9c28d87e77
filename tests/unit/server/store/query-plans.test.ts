import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { findDigestEvent, findEventByDigestPrefix } from '#server/store/events/digests.ts'
import {
  findIssueEventRow,
  findNeighbours,
  findNewestEventRow,
  findOldestArrival,
  listEventRows,
} from '#server/store/events/events.ts'
import {
  listEventsOfDigest,
  listEventsOfForeignDigest,
  listEventsOfTrace,
} from '#server/store/events/related-events.ts'
import { readFacets } from '#server/store/issues/search/facets.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'

/** What SQLite says to each query that `ask` makes. */
async function plansOf(ask: (db: Kysely<Database>) => Promise<unknown>): Promise<string[]> {
  const { file, send, close } = await openEventStore()
  onTestFinished(close)
  for (const number of [1, 2, 3]) send({ event_id: anEventId(number), message: 'no price' })
  const queries: string[] = []
  const observed = await openSqliteStore({ file, onQuery: (sql) => queries.push(sql) })
  onTestFinished(() => observed.close())
  queries.length = 0
  await ask(observed.db)
  const connection = openConnection(file, { readOnly: true })
  onTestFinished(() => connection.close())
  return queries.map((sql) =>
    connection
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('; '),
  )
}

const EVENT = { rowId: 1, timestamp: 0, traceId: TRACE_ID, digests: ['K7Q2MX-4T9ZPA'] }

it.each<[name: string, ask: (db: Kysely<Database>) => Promise<unknown>, index: string]>([
  [
    'an event of an issue',
    (db) => findIssueEventRow(db, 1, anEventId(2)),
    'sqlite_autoindex_event_1 (project_id=? AND event_id=?)',
  ],
  ['the newest event', (db) => findNewestEventRow(db, 1), 'event_by_issue (issue_id=?)'],
  ['the oldest event', (db) => findOldestArrival(db, 1), 'event_by_issue (issue_id=?)'],
  ['events of an issue', (db) => listEventRows(db, 1, { limit: 20 }), 'event_by_issue (issue_id=?)'],
  [
    'events of an issue in some time',
    (db) => listEventRows(db, 1, { limit: 20, within: { from: 1, before: 9 } }),
    'event_by_issue (issue_id=? AND received_at>? AND received_at<?)',
  ],
  [
    'older ones in some time',
    (db) => listEventRows(db, 1, { limit: 20, cursor: { time: 5, id: 1 }, within: { from: 1, before: 9 } }),
    'event_by_issue (issue_id=?',
  ],
  ['an event by half of one', (db) => findEventByDigestPrefix(db, 'K7Q2MX'), 'digest_by_fault (fault=?)'],
  ['what a trace ran into', (db) => listEventsOfTrace(db, EVENT, 10), 'event_by_trace (<expr>=?)'],
  ['what carries a digest', (db) => listEventsOfDigest(db, EVENT, 10), 'PRIMARY KEY (digest=?'],
])('%s is found by an index, in its order', async (_name, ask, index) => {
  const [plan, ...others] = await plansOf(ask)
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/SCAN (?:event|digest|issue)|TEMP B-TREE/)
  expect(others).toEqual([])
})

it('an event is found by its digest by an index, in its order, marked or not', async () => {
  const [marked, unmarked, ...others] = await plansOf((db) => findDigestEvent(db, '329735291'))
  expect(marked).toContain('digest_of_server (digest=?)')
  expect(unmarked).toContain('PRIMARY KEY (digest=?)')
  expect([marked, unmarked].join()).not.toMatch(/SCAN (?:event|digest|issue)|TEMP B-TREE/)
  expect(others).toEqual([])
})

it('what carries a framework’s digest is found by an index, in its order, before and after', async () => {
  const event = { digest: '329735291', rowId: 1, receivedAt: 0 }
  const plans = await plansOf((db) => listEventsOfForeignDigest(db, event, 300_000))
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    expect(plan).toMatch(/digest USING PRIMARY KEY \(digest=\? AND event_row_id[<>]\?\)/)
    expect(plan).not.toMatch(/SCAN (?:event|digest|issue)|TEMP B-TREE/)
  }
})

it('an event’s neighbours are found by an index, in its order', async () => {
  const plans = await plansOf(async (db) => {
    const event = await findNewestEventRow(db, 1)
    return event && findNeighbours(db, event)
  })
  expect(plans).toHaveLength(3)
  for (const plan of plans) {
    expect(plan).toContain('event_by_issue (issue_id=?')
    expect(plan).not.toMatch(/SCAN event|TEMP B-TREE/)
  }
})

it('what issues have in common is found issue by issue', async () => {
  const [plan, ...others] = await plansOf((db) => readFacets(db, []))
  expect(plan).toContain('SEARCH issue_tag USING PRIMARY KEY (project_id=? AND issue_id=? AND key=?)')
  expect(others).toEqual([])
})

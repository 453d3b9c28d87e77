import { type Kysely, sql } from 'kysely'
import type { Cursor } from '#server/store/engine/cursor.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type EventRow = Awaited<ReturnType<typeof listEventRows>>[number]

/** When events arrived: milliseconds since the epoch, `before` is not included. */
export interface ArrivalRange {
  from: number
  before: number
}

interface EventPage {
  limit: number
  cursor?: Cursor | undefined
  within?: ArrivalRange | undefined
}

/** Newest first. */
export function listEventRows(db: Kysely<Database>, issueId: number, { limit, cursor, within }: EventPage) {
  if (!cursor && !within) return listNewest(db, { issueId, limit })
  let query = cursor ? selectOlder(db, issueId, cursor) : selectNewestFirst(db, issueId)
  if (within) {
    query = query.where('event.received_at', '>=', within.from).where('event.received_at', '<', within.before)
  }
  return query.limit(limit).execute()
}

export async function findNewestEventRow(db: Kysely<Database>, issueId: number) {
  const [newest] = await listNewest(db, { issueId, limit: 1 })
  return newest
}

const listNewest = prepareQuery((db, { issueId, limit }: { issueId: number; limit: number }) =>
  selectNewestFirst(db, issueId).limit(limit),
)

export async function findOldestArrival(db: Kysely<Database>, issueId: number): Promise<number | undefined> {
  const [oldest] = await selectOldestArrival(db, { issueId })
  return oldest?.receivedAt
}

const selectOldestArrival = prepareQuery((db, { issueId }: { issueId: number }) =>
  db
    .selectFrom('event')
    .select('received_at as receivedAt')
    .where('issue_id', '=', issueId)
    .orderBy('received_at')
    .limit(1),
)

/**
 * This reads the project's index of ids: by the issue's index, all of its events would be read. The events of an
 * issue that was merged into it are its own before they have followed.
 */
export async function findIssueEventRow(db: Kysely<Database>, issueId: number, eventId: string) {
  const [event] = await selectIssueEvent(db, { issueId, eventId })
  return event
}

const selectIssueEvent = prepareQuery((db, { issueId, eventId }: { issueId: number; eventId: string }) =>
  selectEvents(db)
    .where('event.project_id', '=', (eb) =>
      eb.selectFrom('issue').select('issue.project_id').where('issue.id', '=', issueId),
    )
    .where('event.event_id', '=', eventId)
    .where((eb) =>
      eb.or([
        eb('event.issue_id', '=', issueId),
        eb(
          'event.issue_id',
          'in',
          eb.selectFrom('issue_redirect').select('old_issue_id').where('issue_id', '=', issueId),
        ),
      ]),
    ),
)

export async function findProjectEventRow(db: Kysely<Database>, projectId: number, eventId: string) {
  const [event] = await selectProjectEvent(db, { projectId, eventId })
  return event
}

const selectProjectEvent = prepareQuery(
  (db, { projectId, eventId }: { projectId: number; eventId: string }) =>
    selectEvents(db).where('event.project_id', '=', projectId).where('event.event_id', '=', eventId),
)

/** The key that led an event to its issue. */
export async function findEventGrouping(db: Kysely<Database>, rowId: number) {
  const [grouping] = await selectGrouping(db, { rowId })
  return grouping
}

const selectGrouping = prepareQuery((db, { rowId }: { rowId: number }) =>
  db
    .selectFrom('event')
    .innerJoin('issue_grouping', 'issue_grouping.id', 'event.grouping_id')
    .select(['issue_grouping.grouping_version as version', 'issue_grouping.grouping_key as key'])
    .where('event.id', '=', rowId),
)

/** The earliest first. */
export function listTraceEventRows(db: Kysely<Database>, traceId: string, limit: number) {
  return selectTraceEvents(db, { traceId, begins: traceId.slice(0, 8), limit })
}

interface EventsOfTrace {
  traceId: string
  begins: string
  limit: number
}

const selectTraceEvents = prepareQuery((db, { traceId, begins, limit }: EventsOfTrace) =>
  db
    .selectFrom('event')
    .innerJoin('issue', 'issue.id', 'event.issue_id')
    .innerJoin('project', 'project.id', 'event.project_id')
    .select([
      'event.project_id as projectId',
      'project.slug as projectSlug',
      'event.event_id as eventId',
      'event.issue_id as issueId',
      'event.span_id as spanId',
      'event.timestamp',
      'event.level',
      'event.value',
      'issue.type',
    ])
    .where(sql<string>`substr(event.trace_id, 1, 8)`, '=', begins) // what the index has
    .where('event.trace_id', '=', traceId)
    .orderBy('event.timestamp')
    .orderBy('event.id')
    .limit(limit),
)

/** Ids of the events before and after one in its issue. */
export async function findNeighbours(db: Kysely<Database>, { issueId, receivedAt, rowId }: EventRow) {
  const place = { issueId, time: receivedAt, id: rowId }
  const [[older], [newer]] = await Promise.all([selectBefore(db, place), selectAfter(db, place)])
  return { olderEventId: older?.eventId ?? null, newerEventId: newer?.eventId ?? null }
}

const selectBefore = prepareNeighbour('<', 'desc')
const selectAfter = prepareNeighbour('>', 'asc')

function prepareNeighbour(operator: '<' | '>', direction: 'asc' | 'desc') {
  return prepareQuery((db, { issueId, time, id }: Cursor & { issueId: number }) =>
    db
      .selectFrom('event')
      .select('event.event_id as eventId')
      .where('event.issue_id', '=', issueId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('event.received_at', 'event.id'), operator, tuple(time, id)),
      )
      .orderBy('event.received_at', direction)
      .orderBy('event.id', direction)
      .limit(1),
  )
}

function selectOlder(db: Kysely<Database>, issueId: number, than: Cursor) {
  return selectNewestFirst(db, issueId).where(({ eb, refTuple, tuple }) =>
    eb(refTuple('event.received_at', 'event.id'), '<', tuple(than.time, than.id)),
  )
}

function selectNewestFirst(db: Kysely<Database>, issueId: number) {
  return selectEvents(db)
    .where('event.issue_id', '=', issueId)
    .orderBy('event.received_at', 'desc')
    .orderBy('event.id', 'desc')
}

function selectEvents(db: Kysely<Database>) {
  return db
    .selectFrom('event')
    .innerJoin('project', 'project.id', 'event.project_id')
    .select([
      'event.id as rowId',
      'event.project_id as projectId',
      'project.slug as projectSlug',
      'event.event_id as eventId',
      'event.issue_id as issueId',
      'event.timestamp',
      'event.received_at as receivedAt',
      'event.level',
      'event.value',
      'event.environment',
      'event.release',
      'event.user_label as userLabel',
      'event.trace_id as traceId',
      'event.block_id as blockId',
      'event.block_offset as blockOffset',
      'event.block_length as blockLength',
    ])
}

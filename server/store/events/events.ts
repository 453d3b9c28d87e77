import { type Kysely, sql } from 'kysely'
import type { Cursor } from '#server/store/engine/cursor.ts'
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
  let query = cursor ? selectOlder(db, issueId, cursor) : selectNewestFirst(db, issueId)
  if (within) {
    query = query.where('event.received_at', '>=', within.from).where('event.received_at', '<', within.before)
  }
  return query.limit(limit).execute()
}

export function findNewestEventRow(db: Kysely<Database>, issueId: number) {
  return selectNewestFirst(db, issueId).limit(1).executeTakeFirst()
}

export async function findOldestArrival(db: Kysely<Database>, issueId: number): Promise<number | undefined> {
  const oldest = await db
    .selectFrom('event')
    .select('received_at as receivedAt')
    .where('issue_id', '=', issueId)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.receivedAt
}

/**
 * This reads the project's index of ids: by the issue's index, all of its events would be read. The events of an
 * issue that was merged into it are its own before they have followed.
 */
export function findIssueEventRow(db: Kysely<Database>, issueId: number, eventId: string) {
  return selectEvents(db)
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
    )
    .executeTakeFirst()
}

export function findProjectEventRow(db: Kysely<Database>, projectId: number, eventId: string) {
  return selectEvents(db)
    .where('event.project_id', '=', projectId)
    .where('event.event_id', '=', eventId)
    .executeTakeFirst()
}

/** The key that led an event to its issue. */
export function findEventGrouping(db: Kysely<Database>, rowId: number) {
  return db
    .selectFrom('event')
    .innerJoin('issue_grouping', 'issue_grouping.id', 'event.grouping_id')
    .select(['issue_grouping.grouping_version as version', 'issue_grouping.grouping_key as key'])
    .where('event.id', '=', rowId)
    .executeTakeFirst()
}

/** The earliest first. */
export function listTraceEventRows(db: Kysely<Database>, traceId: string, limit: number) {
  return db
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
    .where(sql<string>`substr(event.trace_id, 1, 8)`, '=', traceId.slice(0, 8)) // what the index has
    .where('event.trace_id', '=', traceId)
    .orderBy('event.timestamp')
    .orderBy('event.id')
    .limit(limit)
    .execute()
}

/** Ids of the events before and after one in its issue. */
export async function findNeighbours(db: Kysely<Database>, event: EventRow) {
  const place = { time: event.receivedAt, id: event.rowId }
  const older = await selectOlder(db, event.issueId, place).limit(1).executeTakeFirst()
  const newer = await selectEvents(db)
    .where('event.issue_id', '=', event.issueId)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('event.received_at', 'event.id'), '>', tuple(place.time, place.id)),
    )
    .orderBy('event.received_at')
    .orderBy('event.id')
    .limit(1)
    .executeTakeFirst()
  return { olderEventId: older?.eventId ?? null, newerEventId: newer?.eventId ?? null }
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

import { type Kysely, sql } from 'kysely'
import type { DigestMate } from '#server/models/events.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A page that stays open traces all of its errors together: of more, those that arrived first. */
const MOST_OF_A_TRACE = 200

export type RelatedEventRow = Awaited<ReturnType<typeof listEventsOfTrace>>[number]

/** What else failed in a trace, nearest in time first. */
export async function listEventsOfTrace(
  db: Kysely<Database>,
  event: { traceId: string; rowId: number; timestamp: number },
  limit: number,
) {
  const { traceId, rowId } = event
  const rows = await selectOfTrace(db, { traceId, begins: traceId.slice(0, 8), rowId })
  const distance = ({ timestamp }: { timestamp: number }) => Math.abs(timestamp - event.timestamp)
  return rows.toSorted((a, b) => distance(a) - distance(b)).slice(0, limit)
}

interface OthersOfTrace {
  traceId: string
  begins: string
  rowId: number
}

const selectOfTrace = prepareQuery((db, { traceId, begins, rowId }: OthersOfTrace) =>
  selectSides(db)
    .where(sql<string>`substr(event.trace_id, 1, 8)`, '=', begins) // what the index has
    .where('event.trace_id', '=', traceId)
    .where('event.id', '!=', rowId)
    .limit(MOST_OF_A_TRACE),
)

/** What else carries one of the digests, newest first. */
export function listEventsOfDigest(
  db: Kysely<Database>,
  event: { digests: readonly string[]; rowId: number },
  limit: number,
): Promise<RelatedEventRow[]> {
  return selectSides(db)
    .where(
      'event.id',
      'in',
      db
        .selectFrom('digest')
        .select('event_row_id')
        .where('digest', 'in', event.digests)
        .where('event_row_id', '!=', event.rowId)
        .orderBy('event_row_id', 'desc')
        .limit(limit),
    )
    .execute()
}

/** On either side of an event. */
const MOST_NEARBY = 100

/**
 * What carries a digest and arrived within a time of the event, itself included, in the order of arrival. Events that are
 * older than the column that tells their side are left out.
 */
export async function listEventsOfForeignDigest(
  db: Kysely<Database>,
  event: { digest: string; rowId: number; receivedAt: number },
  withinMs: number,
): Promise<DigestMate[]> {
  const rows = db
    .selectFrom('digest')
    .select(['event_row_id', 'tells_of_server'])
    .where('digest', '=', event.digest)
    .limit(MOST_NEARBY) // before the time is looked at: it is no column of this table
  const rowsAround = [
    rows.where('event_row_id', '<=', event.rowId).orderBy('event_row_id', 'desc'),
    rows.where('event_row_id', '>', event.rowId).orderBy('event_row_id'),
  ]
  const found = await Promise.all(
    rowsAround.map((some) =>
      db
        .selectFrom(some.as('mate'))
        .innerJoin('event', 'event.id', 'mate.event_row_id')
        .select(['event.id as rowId', 'event.project_id as projectId', 'event.trace_id as traceId'])
        .select('mate.tells_of_server as mark')
        .where('mate.tells_of_server', 'is not', null)
        .where('event.received_at', '>=', event.receivedAt - withinMs)
        .where('event.received_at', '<=', event.receivedAt + withinMs)
        .execute(),
    ),
  )
  return found
    .flat()
    .map(({ mark, ...mate }) => ({ ...mate, tellsOfServer: mark === 1 }))
    .sort((a, b) => a.rowId - b.rowId)
}

export async function listSideRows(
  db: Kysely<Database>,
  rowIds: readonly number[],
): Promise<RelatedEventRow[]> {
  return rowIds.length === 0 ? [] : selectSides(db).where('event.id', 'in', rowIds).execute()
}

function selectSides(db: Kysely<Database>) {
  return db
    .selectFrom('event')
    .innerJoin('issue', 'issue.id', 'event.issue_id')
    .innerJoin('project', 'project.id', 'event.project_id')
    .select([
      'event.id as rowId',
      'event.project_id as projectId',
      'project.slug as projectSlug',
      'event.event_id as eventId',
      'event.issue_id as issueId',
      'event.timestamp',
      'event.level',
      'event.value',
      'issue.type',
      'event.block_id as blockId',
      'event.block_offset as blockOffset',
      'event.block_length as blockLength',
    ])
}

import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type FeedbackOfEvent = Awaited<ReturnType<typeof listEventFeedback>>[number]

const MOST_FEEDBACK = 5

/** This reads the issue's index of events: one row from either end. */
export async function findEdgeEventIds(db: Kysely<Database>, issueId: number) {
  const [[first], [last]] = await Promise.all([selectFirst(db, { issueId }), selectLast(db, { issueId })])
  return { firstEventId: first?.eventId ?? null, lastEventId: last?.eventId ?? null }
}

const selectFirst = prepareEdge('asc')
const selectLast = prepareEdge('desc')

function prepareEdge(direction: 'asc' | 'desc') {
  return prepareQuery((db, { issueId }: { issueId: number }) =>
    db
      .selectFrom('event')
      .select('event_id as eventId')
      .where('issue_id', '=', issueId)
      .orderBy('received_at', direction)
      .orderBy('id', direction)
      .limit(1),
  )
}

/** What tells of an issue's newest events how much there is to see, without unpacking them. The newest first. */
export async function listEventCompleteness(db: Kysely<Database>, issueId: number, limit: number) {
  const rows = await selectCompleteness(db, { issueId, limit })
  return rows.map(({ hasSpans, ...row }) => ({ ...row, hasSpans: Boolean(hasSpans) }))
}

const selectCompleteness = prepareQuery((db, { issueId, limit }: { issueId: number; limit: number }) =>
  db
    .selectFrom('event')
    .select(['event_id as eventId', 'user_label as userLabel', 'release', 'block_length as payloadBytes'])
    // A browser names a trace with each error, and most traces are not sampled: only spans are worth a look.
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('span_part')
            .select('span_part.id')
            .whereRef('span_part.trace_id', '=', 'event.trace_id'),
        )
        .$castTo<number>() // SQLite's truth
        .as('hasSpans'),
    )
    .where('issue_id', '=', issueId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit),
)

/** Counts an issue's stored events on either side of one in the issue's index, up to `most` on each side. */
export async function countNeighbours(
  db: Kysely<Database>,
  { issueId, receivedAt, rowId }: Omit<Place, 'most'>,
  most: number,
): Promise<{ newer: number; older: number }> {
  const place = { issueId, receivedAt, rowId, most }
  const [[newer], [older]] = await Promise.all([countNewer(db, place), countOlder(db, place)])
  return { newer: newer?.count ?? 0, older: older?.count ?? 0 }
}

interface Place {
  issueId: number
  receivedAt: number
  rowId: number
  most: number
}

const countNewer = prepareSide('>')
const countOlder = prepareSide('<')

function prepareSide(operator: '<' | '>') {
  return prepareQuery((db, { issueId, receivedAt, rowId, most }: Place) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('event')
          .select('event.id')
          .where('event.issue_id', '=', issueId)
          .where(({ eb: of, refTuple, tuple }) =>
            of(refTuple('event.received_at', 'event.id'), operator, tuple(receivedAt, rowId)),
          )
          .limit(most)
          .as('side'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )
}

/** What people said about an event, the latest first. */
export function listEventFeedback(db: Kysely<Database>, projectId: number, eventId: string) {
  return selectFeedback(db, { projectId, eventId })
}

const selectFeedback = prepareQuery((db, { projectId, eventId }: { projectId: number; eventId: string }) =>
  db
    .selectFrom('feedback')
    .select(['feedback_id as feedbackId', 'timestamp', 'message', 'name', 'email'])
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .limit(MOST_FEEDBACK),
)

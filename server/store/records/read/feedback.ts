import type { Kysely } from 'kysely'
import type { Cursor } from '#server/store/engine/cursor.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type FeedbackRow = Awaited<ReturnType<typeof listFeedbackRows>>[number]

/**
 * Lists the feedback of one project, the latest first; `issueId` is there where the event that it is about is stored.
 */
export function listFeedbackRows(
  db: Kysely<Database>,
  projectId: number,
  { limit, cursor }: { limit: number; cursor?: Cursor | undefined },
) {
  let query = db
    .selectFrom('feedback')
    .leftJoin('event', (join) =>
      join
        .onRef('event.project_id', '=', 'feedback.project_id')
        .onRef('event.event_id', '=', 'feedback.event_id'),
    )
    .select(['feedback.id', 'feedback.feedback_id as feedbackId', 'feedback.event_id as eventId'])
    .select(['feedback.timestamp', 'feedback.received_at as receivedAt', 'feedback.message', 'feedback.name'])
    .select(['feedback.email', 'feedback.url', 'feedback.source', 'feedback.trace_id as traceId'])
    .select(['feedback.release', 'feedback.environment', 'event.issue_id as issueId'])
    .where('feedback.project_id', '=', projectId)
    .orderBy('feedback.received_at', 'desc')
    .orderBy('feedback.id', 'desc')
    .limit(limit)
  if (cursor) {
    query = query.where((eb) =>
      eb(eb.refTuple('feedback.received_at', 'feedback.id'), '<', eb.tuple(cursor.time, cursor.id)),
    )
  }
  return query.execute()
}

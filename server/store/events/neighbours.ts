import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export type FeedbackOfEvent = Awaited<ReturnType<typeof listEventFeedback>>[number]

const MOST_FEEDBACK = 5

/** This reads the issue's index of events: one row from either end. */
export async function findEdgeEventIds(db: Kysely<Database>, issueId: number) {
  const edge = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('event')
      .select('event_id as eventId')
      .where('issue_id', '=', issueId)
      .orderBy('received_at', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
  const [first, last] = await Promise.all([edge('asc'), edge('desc')])
  return { firstEventId: first?.eventId ?? null, lastEventId: last?.eventId ?? null }
}

/** What tells of an issue's newest events how much there is to see, without unpacking them. */
export function listEventCompleteness(db: Kysely<Database>, issueId: number, limit: number) {
  return db
    .selectFrom('event')
    .select(['event_id as eventId', 'trace_id as traceId', 'user_label as userLabel', 'release'])
    .select('block_length as payloadBytes')
    .where('issue_id', '=', issueId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What people said about an event, the latest first. */
export function listEventFeedback(db: Kysely<Database>, projectId: number, eventId: string) {
  return db
    .selectFrom('feedback')
    .select(['feedback_id as feedbackId', 'timestamp', 'message', 'name', 'email'])
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .limit(MOST_FEEDBACK)
    .execute()
}

import type { Kysely, Transaction } from 'kysely'
import type { FeedbackCondition } from '#server/search/dialects/feedback.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { testFeedback } from './read/test-feedback.ts'

const EVERYTHING: FeedbackCondition = { kind: 'all', of: [] }

export type FeedbackState = 'open' | 'resolved' | 'spam'

export interface FeedbackFilter {
  projectIds: readonly number[]
  state: FeedbackState
  environment: string | undefined
  /** Milliseconds since the epoch; the end is not part of it. */
  period: { start: number; end: number }
  /** Everything without it. */
  condition?: FeedbackCondition | undefined
  limit: number
  after: { value: number; id: number; isBackward: boolean } | undefined
}

/**
 * Lists the feedback of several projects, the latest first; `issueId` is there where the event that it is about is
 * stored.
 */
export function listFeedbackByState(db: Kysely<Database>, filter: FeedbackFilter) {
  const { projectIds, state, environment, period, condition, limit, after } = filter
  const direction = after?.isBackward ? 'asc' : 'desc'
  return db
    .selectFrom('feedback')
    .innerJoin('project', 'project.id', 'feedback.project_id')
    .leftJoin('event', (join) =>
      join
        .onRef('event.project_id', '=', 'feedback.project_id')
        .onRef('event.event_id', '=', 'feedback.event_id'),
    )
    .leftJoin('issue', 'issue.id', 'event.issue_id')
    .select(['feedback.id', 'feedback.feedback_id as feedbackId', 'feedback.event_id as eventId'])
    .select(['feedback.timestamp', 'feedback.received_at as receivedAt', 'feedback.message', 'feedback.name'])
    .select(['feedback.email', 'feedback.url', 'feedback.source', 'feedback.trace_id as traceId'])
    .select(['feedback.release', 'feedback.environment', 'feedback.project_id as projectId'])
    .select(['project.slug as projectSlug', 'event.issue_id as issueId', 'issue.type as issueType'])
    .where('feedback.project_id', 'in', projectIds)
    .where('feedback.status', '=', state)
    .where('feedback.received_at', '>=', period.start)
    .where('feedback.received_at', '<', period.end)
    .$if(environment !== undefined, (query) => query.where('feedback.environment', '=', environment ?? ''))
    .$if(condition !== undefined, (query) => query.where(testFeedback(condition ?? EVERYTHING)))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('feedback.received_at', 'feedback.id'),
          after?.isBackward ? '>' : '<',
          tuple(after?.value ?? 0, after?.id ?? 0),
        ),
      ),
    )
    .orderBy('feedback.received_at', direction)
    .orderBy('feedback.id', direction)
    .limit(limit)
    .execute()
}

/** Counts what there is, up to a thousand. */
export async function countFeedback(
  db: Kysely<Database>,
  { projectIds, environment, period, condition, state }: Omit<FeedbackFilter, 'limit' | 'after'>,
): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('feedback')
        .select('id')
        .where('project_id', 'in', projectIds)
        .where('status', '=', state)
        .where('received_at', '>=', period.start)
        .where('received_at', '<', period.end)
        .$if(environment !== undefined, (some) => some.where('environment', '=', environment ?? ''))
        .$if(condition !== undefined, (some) => some.where(testFeedback(condition ?? EVERYTHING)))
        .limit(1_000)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whose feedback it was, and what it was before. */
export interface FeedbackChanged {
  name: string | null
  email: string | null
  before: FeedbackState
}

/** Undefined when there is no such feedback. */
export async function setFeedbackState(
  trx: Transaction<Database>,
  feedbackRowId: number,
  state: FeedbackState,
): Promise<FeedbackChanged | undefined> {
  const found = await trx
    .selectFrom('feedback')
    .select(['name', 'email', 'status'])
    .where('id', '=', feedbackRowId)
    .executeTakeFirst()
  if (found === undefined) return undefined
  await trx.updateTable('feedback').set({ status: state }).where('id', '=', feedbackRowId).execute()
  const { name, email, status } = found
  return { name, email, before: status as FeedbackState } // only this function writes it
}

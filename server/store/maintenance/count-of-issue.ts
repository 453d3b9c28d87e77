import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** What goes with an issue when it is deleted. */
export interface StoredOfIssue {
  events: number
  attachments: number
  comments: number
}

/** The numbers count up to this, and are one more where there is more. */
const MOST_COUNTED = 10_000

/** Attachments are those of the events that are counted, the newest ones. */
export async function countOfIssue(
  db: Kysely<Database>,
  { id: issueId, projectId }: { id: number; projectId: number },
): Promise<StoredOfIssue> {
  const events = db
    .selectFrom('event')
    .select('event_id')
    .where('issue_id', '=', issueId)
    .orderBy('received_at', 'desc')
    .limit(MOST_COUNTED + 1)
  const attachments = db
    .selectFrom('attachment')
    .innerJoin(events.as('newest'), 'newest.event_id', 'attachment.event_id')
    .select('attachment.id')
    .where('attachment.project_id', '=', projectId)
    .limit(MOST_COUNTED + 1)
  const comments = db
    .selectFrom('issue_activity')
    .select('id')
    .where('issue_id', '=', issueId)
    .where('kind', '=', 'comment')
    .limit(MOST_COUNTED + 1)
  const { countAll } = db.fn
  const count = countAll<number>().as('count')
  const [ofEvents, ofAttachments, ofComments] = await Promise.all([
    db.selectFrom(events.as('some')).select(count).executeTakeFirstOrThrow(),
    db.selectFrom(attachments.as('some')).select(count).executeTakeFirstOrThrow(),
    db.selectFrom(comments.as('some')).select(count).executeTakeFirstOrThrow(),
  ])
  return { events: ofEvents.count, attachments: ofAttachments.count, comments: ofComments.count }
}

import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

interface OfUser {
  projectIds: readonly number[]
  eventIds: readonly string[]
  /** Null when it is not known. */
  email: string | null
  limit: number
}

/** No index has the addresses of those who wrote: the newest are looked at. */
const MOST_READ = 1_000

/** Lists what a user wrote, the newest first: about one of some events, or under an email address. */
export async function listUserFeedback(db: Kysely<Database>, { projectIds, eventIds, email, limit }: OfUser) {
  const [aboutEvents, underEmail] = await Promise.all([
    select(db, projectIds).where('feedback.event_id', 'in', eventIds).limit(limit).execute(),
    email === null ? [] : listUnderEmail(db, { projectIds, email, limit }),
  ])
  if (underEmail.length === 0) return aboutEvents
  const all = new Map([...aboutEvents, ...underEmail].map((row) => [row.id, row]))
  return [...all.values()].toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id).slice(0, limit)
}

async function listUnderEmail(
  db: Kysely<Database>,
  { projectIds, email, limit }: Pick<OfUser, 'projectIds' | 'limit'> & { email: string },
) {
  const newest = await db
    .selectFrom('feedback')
    .select(['id', 'email'])
    .where('project_id', 'in', projectIds)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_READ)
    .execute()
  const ids = newest.filter((row) => row.email === email).map(({ id }) => id)
  if (ids.length === 0) return []
  return select(db, projectIds).where('feedback.id', 'in', ids.slice(0, limit)).execute()
}

function select(db: Kysely<Database>, projectIds: readonly number[]) {
  return db
    .selectFrom('feedback')
    .leftJoin('event', (join) =>
      join
        .onRef('event.project_id', '=', 'feedback.project_id')
        .onRef('event.event_id', '=', 'feedback.event_id'),
    )
    .select(['feedback.id', 'feedback.feedback_id as feedbackId', 'feedback.event_id as eventId'])
    .select(['feedback.timestamp', 'feedback.message', 'event.issue_id as issueId'])
    .where('feedback.project_id', 'in', projectIds)
    .orderBy('feedback.received_at', 'desc')
    .orderBy('feedback.id', 'desc')
}

import { type Kysely, sql } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The open issues that were seen after a time, the latest first. */
export function listSeenSince(db: Kysely<Database>, since: number, limit: number) {
  return db
    .selectFrom('issue')
    .select(['id', 'project_id as projectId', 'first_seen as firstSeen'])
    .select(['event_count as events', 'user_count as users'])
    .where('last_seen', '>', since)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .orderBy('last_seen', 'desc')
    .limit(limit)
    .execute()
}

interface Counted {
  issueId: number
  since: number
  /** Undefined for all. */
  environment: string | undefined
  /** Nobody needs to know of more. */
  most: number
}

/** Counts the events of an issue since a time, up to `most`. */
export async function countRecentEvents(db: Kysely<Database>, counted: Counted): Promise<number> {
  return countOf(db, selectRecent(db, counted).select(sql<number>`1`.as('one')).limit(counted.most))
}

/** Counts the users that an issue affected since a time, by their names, up to `most`. */
export async function countRecentUsers(db: Kysely<Database>, counted: Counted): Promise<number> {
  const users = selectRecent(db, counted)
    .select('user_label as one')
    .where('user_label', 'is not', null)
    .distinct()
    .limit(counted.most)
  return countOf(db, users)
}

/** Counts the events of an issue in this hour, and in the same hour of each day of the week before. */
export async function readSameHours(
  db: Kysely<Database>,
  { id, projectId }: { id: number; projectId: number },
  now: number,
): Promise<{ current: number; before: number[] }> {
  const hour = Math.floor(now / HOUR_MS)
  const hours = Array.from({ length: 8 }, (_, day) => hour - 24 * day)
  const rows = await db
    .selectFrom('issue_hour')
    .select(['hour', 'event_count as events'])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', id)
    .where('hour', 'in', hours)
    .execute()
  const counts = new Map(rows.map((row) => [row.hour, row.events]))
  const [current = 0, ...before] = hours.map((at) => counts.get(at) ?? 0)
  return { current, before }
}

function selectRecent(db: Kysely<Database>, { issueId, since, environment }: Counted) {
  return db
    .selectFrom('event')
    .where('issue_id', '=', issueId)
    .where('received_at', '>', since)
    .$if(environment !== undefined, (events) => events.where('environment', '=', environment ?? ''))
}

async function countOf(
  db: Kysely<Database>,
  some: ReturnType<ReturnType<typeof selectRecent>['select']>,
): Promise<number> {
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

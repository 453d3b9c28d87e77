import type { Kysely } from 'kysely'
import type { RuleHappening } from '#server/models/alerts/rules.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Something that happened to an issue which a rule tells of. */
export interface PastHappening {
  issueId: number
  projectId: number
  at: number
}

const MOST = 20_000

/** What happened since a time, the oldest first: issues that began, or lines of their histories. */
export function listPast(
  db: Kysely<Database>,
  kind: Extract<RuleHappening, 'new' | 'regressed' | 'escalating'>,
  since: number,
): Promise<PastHappening[]> {
  return kind === 'new' ? listBegun(db, since) : listReopened(db, kind, since)
}

function listBegun(db: Kysely<Database>, since: number): Promise<PastHappening[]> {
  return db
    .selectFrom('issue')
    .select(['id as issueId', 'project_id as projectId', 'first_seen as at'])
    .where('last_seen', '>', since) // the index is on this time
    .where('first_seen', '>', since)
    .where('deleted_at', 'is', null)
    .orderBy('first_seen')
    .limit(MOST)
    .execute()
}

function listReopened(db: Kysely<Database>, kind: string, since: number): Promise<PastHappening[]> {
  return db
    .selectFrom('issue_activity')
    .select(['issue_id as issueId', 'project_id as projectId', 'created_at as at'])
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .limit(MOST)
    .execute()
}

/** Events of each issue by hour since a time, in which issues were seen; the oldest hour first. */
export async function listPastHours(db: Kysely<Database>, since: number) {
  const hour = Math.floor(since / 3_600_000)
  return db
    .selectFrom('issue_hour')
    .innerJoin('issue', 'issue.id', 'issue_hour.issue_id')
    .select(['issue_hour.issue_id as issueId', 'issue_hour.project_id as projectId', 'issue_hour.hour'])
    .select(['issue_hour.event_count as events', 'issue.first_seen as firstSeen'])
    .where('issue.last_seen', '>', since)
    .where('issue.deleted_at', 'is', null)
    .where('issue_hour.hour', '>=', hour)
    .orderBy('issue_hour.hour')
    .limit(10 * MOST)
    .execute()
}

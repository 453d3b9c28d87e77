import type { Kysely } from 'kysely'
import type { AffectedUser } from '#server/models/users.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The tag that names the user of an event: processing/user-hash.ts. */
const USER = 'user'

export type UserOrder = 'recent' | 'events'

/** Lists the users of an issue: an issue counts a thousand of them by name. */
export function listIssueUsers(
  db: Kysely<Database>,
  { projectId, issueId }: { projectId: number; issueId: number },
  { order, limit }: { order: UserOrder; limit: number },
): Promise<AffectedUser[]> {
  return db
    .selectFrom('issue_tag')
    .select([
      'value as name',
      'event_count as eventCount',
      'first_seen as firstSeen',
      'last_seen as lastSeen',
    ])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('key', '=', USER)
    .orderBy(order === 'events' ? 'event_count' : 'last_seen', 'desc')
    .orderBy(order === 'events' ? 'last_seen' : 'event_count', 'desc')
    .orderBy('value')
    .limit(limit)
    .execute()
}

/** How many users of an issue are counted by name, and how many events have another. */
export async function countIssueUsers(
  db: Kysely<Database>,
  { projectId, issueId }: { projectId: number; issueId: number },
): Promise<{ userCount: number; otherEventCount: number }> {
  const counted = await db
    .selectFrom('issue_tag_key')
    .select(['value_count as userCount', 'other_count as otherEventCount'])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('key', '=', USER)
    .executeTakeFirst()
  return counted ?? { userCount: 0, otherEventCount: 0 }
}

/** Lists the issues of a user by the index of tags' values, the last seen first. */
export function listUserIssueRows(
  db: Kysely<Database>,
  name: string,
  { projectSlug, limit }: { projectSlug: string | undefined; limit: number },
) {
  return db
    .selectFrom('issue_tag')
    .innerJoin('issue', 'issue.id', 'issue_tag.issue_id')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select(['issue.id', 'issue.project_id as projectId', 'issue.number', 'project.slug as projectSlug'])
    .select(['issue.type', 'issue.value', 'issue.level', 'issue.status'])
    .select(['issue_tag.event_count as eventCount', 'issue_tag.first_seen as firstSeen'])
    .select('issue_tag.last_seen as lastSeen')
    .where('issue_tag.key', '=', USER)
    .where('issue_tag.value', '=', name)
    .where('issue.deleted_at', 'is', null)
    .$if(projectSlug !== undefined, (query) => query.where('project.slug', '=', projectSlug ?? ''))
    .orderBy('issue_tag.last_seen', 'desc')
    .orderBy('issue.id', 'desc')
    .limit(limit)
    .execute()
}

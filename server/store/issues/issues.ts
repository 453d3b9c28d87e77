import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { ASSIGNEE_COLUMNS } from './assignees.ts'

export type IssueRow = NonNullable<Awaited<ReturnType<typeof findIssueRow>>>

export async function findIssueRow(db: Kysely<Database>, issueId: number) {
  const [issue] = await selectIssue(db, { issueId })
  return issue
}

const selectIssue = prepareQuery((db, { issueId }: { issueId: number }) =>
  selectIssues(db).where('issue.id', '=', issueId),
)

export function selectIssues(db: Kysely<Database>) {
  return db
    .selectFrom('issue')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .leftJoin('account', 'account.id', 'issue.assigned_to')
    .leftJoin('team', 'team.id', 'issue.assigned_team')
    .where('issue.deleted_at', 'is', null)
    .select(ASSIGNEE_COLUMNS)
    .select([
      'issue.id',
      'issue.project_id as projectId',
      'issue.number',
      'project.slug as projectSlug',
      'issue.type',
      'issue.value',
      'issue.culprit',
      'issue.level',
      'issue.status',
      'issue.substatus',
      'issue.status_until as statusUntil',
      'issue.is_unhandled as isUnhandled',
      'issue.fault',
      'issue.first_seen as firstSeen',
      'issue.last_seen as lastSeen',
      'issue.event_count as eventCount',
      'issue.user_count as userCount',
      'issue.first_release as firstRelease',
      'issue.last_release as lastRelease',
    ])
}

/** The keys of these issues, in the order of the ids; one that was deleted meanwhile is of no project. */
export async function listIssueKeys(db: Kysely<Database>, ids: readonly number[]) {
  const keys = await db
    .selectFrom('issue')
    .select(['id', 'project_id as projectId'])
    .where('id', 'in', [0, ...ids]) // no issue has the first, and a list needs one
    .execute()
  const projects = new Map(keys.map(({ id, projectId }) => [id, projectId]))
  return ids.map((id) => ({ id, projectId: projects.get(id) ?? 0 }))
}

/** Finds the issue of a project that was seen last. */
export function findLatestIssue(db: Kysely<Database>, projectId: number) {
  return db
    .selectFrom('issue')
    .select(['id', 'type'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

import { expressionBuilder, type Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { ASSIGNEE_COLUMNS } from './assignees.ts'

/** How an issue stands; whether it is bookmarked and followed depends on who asks. */
export async function findHandlingRow(db: Kysely<Database>, issueId: number, accountId: number) {
  const [row] = await selectHandling(db, { issueId, accountId })
  return row
}

const selectHandling = prepareQuery((db, { issueId, accountId }: { issueId: number; accountId: number }) =>
  db
    .selectFrom('issue')
    .leftJoin('account', 'account.id', 'issue.assigned_to')
    .leftJoin('team', 'team.id', 'issue.assigned_team')
    .select(ASSIGNEE_COLUMNS)
    .select([
      'issue.status',
      'issue.first_seen as firstSeen',
      'issue.substatus',
      'issue.status_condition as condition',
      'issue.status_at as stateSince',
      'issue.regressed_event_id as regressedEventId',
      'issue.regressed_at as regressedAt',
      ...ownMarks(accountId),
    ])
    .where('issue.id', '=', issueId)
    .where('issue.deleted_at', 'is', null),
)

/** Selects whether an account has bookmarked an issue, and whether it follows the issue. */
function ownMarks(accountId: number) {
  const eb = expressionBuilder<Database, 'issue'>()
  return [
    eb
      .exists(
        eb
          .selectFrom('issue_bookmark')
          .select('issue_bookmark.issue_id')
          .whereRef('issue_bookmark.project_id', '=', 'issue.project_id')
          .whereRef('issue_bookmark.issue_id', '=', 'issue.id')
          .where('issue_bookmark.account_id', '=', accountId),
      )
      .$castTo<number>() // SQLite's truth
      .as('isBookmarked'),
    eb
      .exists(
        eb
          .selectFrom('issue_subscription')
          .select('issue_subscription.issue_id')
          .whereRef('issue_subscription.project_id', '=', 'issue.project_id')
          .whereRef('issue_subscription.issue_id', '=', 'issue.id')
          .where('issue_subscription.account_id', '=', accountId)
          .where('issue_subscription.is_on', '=', 1),
      )
      .$castTo<number>() // as above
      .as('isSubscribed'),
  ] as const
}

export interface IssueMarks {
  isBookmarked: boolean
  isSubscribed: boolean
  commentCount: number
}

/** Reads which of several issues an account has bookmarked or follows, and counts the comments of each, by the issue's id. */
export async function readIssueMarks(
  db: Kysely<Database>,
  { issueIds, accountId }: { issueIds: readonly number[]; accountId: number },
): Promise<ReadonlyMap<number, IssueMarks>> {
  const rows = await db
    .selectFrom('issue')
    .select('issue.id')
    .select(ownMarks(accountId))
    .select((eb) =>
      eb
        .selectFrom('issue_activity')
        .select((activity) => activity.fn.countAll<number>().as('comments'))
        .whereRef('issue_activity.issue_id', '=', 'issue.id')
        .where('issue_activity.kind', '=', 'comment')
        .as('comments'),
    )
    .where('issue.id', 'in', [0, ...issueIds]) // SQL's lists are never empty, and no issue has the id 0
    .execute()
  return new Map(
    rows.map(({ id, isBookmarked, isSubscribed, comments }) => [
      id,
      { isBookmarked: isBookmarked === 1, isSubscribed: isSubscribed === 1, commentCount: comments ?? 0 },
    ]),
  )
}

/** By the number in its project, also of one that was merged. */
export async function findIssueByNumber(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  { projectSlug, number }: { projectSlug: string; number: number },
): Promise<number | undefined> {
  const project = await db
    .selectFrom('project')
    .select('id')
    .where('slug', '=', projectSlug)
    .executeTakeFirst()
  if (!project) return undefined
  const issue = await db
    .selectFrom('issue')
    .select('id')
    .where('project_id', '=', project.id)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (issue) return issue.id
  const merged = await db
    .selectFrom('issue_redirect')
    .select('issue_id as id')
    .where('project_id', '=', project.id)
    .where('number', '=', number)
    .executeTakeFirst()
  return merged?.id
}

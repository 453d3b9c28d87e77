import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import type { AssigneeBefore, StateBefore, StateMark, StateRow } from './before.ts'

interface StatedIssue extends StateRow {
  id: number
}

/** A change of more than these cannot be undone: their users would have to be stored a second time. */
const MOST_IGNORED_USERS = 10_000

/** What the issues are before their state becomes another one. Call it before the change. */
export async function listStatesBefore(
  trx: Transaction<Database>,
  issues: readonly StatedIssue[],
  became: StateMark,
): Promise<Map<number, StateBefore>> {
  const ids = issues.map(({ id }) => id)
  const users = await trx
    .selectFrom('issue_ignored_user')
    .select(['issue_id as issueId', 'user_key as key', 'last_at as lastAt'])
    .where('issue_id', 'in', ids)
    .limit(MOST_IGNORED_USERS + 1)
    .execute()
  if (users.length > MOST_IGNORED_USERS) return new Map()
  const usersOf = Map.groupBy(users, ({ issueId }) => issueId)
  return new Map(
    issues.map(({ id, status, substatus, condition, until, statusAt, statusCount }) => [
      id,
      {
        kind: 'state' as const,
        issueId: id,
        was: { status, substatus, condition, until, statusAt, statusCount },
        ignoredUsers: (usersOf.get(id) ?? []).map(({ key, lastAt }) => [key, lastAt] as [string, number]),
        became,
      },
    ]),
  )
}

/** False when the issue has another state by now. */
export async function restoreState(
  trx: Transaction<Database>,
  { id: issueId, projectId, ...now }: StatedIssue & { projectId: number },
  { was, ignoredUsers, became }: StateBefore,
): Promise<boolean> {
  const isSame =
    now.status === became.status &&
    now.substatus === became.substatus &&
    now.condition === became.condition &&
    now.statusAt === became.statusAt
  if (!isSame) return false
  await trx
    .updateTable('issue')
    .set({
      status: was.status,
      substatus: was.substatus,
      status_condition: was.condition,
      status_until: was.until,
      status_at: was.statusAt,
      status_count: was.statusCount,
    })
    .where('id', '=', issueId)
    .execute()
  await trx.deleteFrom('issue_ignored_user').where('issue_id', '=', issueId).execute()
  const users = ignoredUsers.map(([user_key, last_at]) => ({
    ...{ project_id: projectId, issue_id: issueId },
    ...{ user_key, last_at },
  }))
  if (users.length > 0) await trx.insertInto('issue_ignored_user').values(users).execute()
  return true
}

/** False when the issue has another assignee by now. An account or a team that is gone meanwhile is nobody. */
export async function restoreAssignee(
  trx: Transaction<Database>,
  issue: { id: number; assignedTo: number | null; assignedTeam: number | null },
  { assignedTo, became, assignedTeam = null, becameTeam = null }: AssigneeBefore,
): Promise<boolean> {
  if (issue.assignedTo !== became || issue.assignedTeam !== becameTeam) return false
  const account =
    assignedTo === null
      ? undefined
      : await trx.selectFrom('account').select('id').where('id', '=', assignedTo).executeTakeFirst()
  const team =
    assignedTeam === null
      ? undefined
      : await trx.selectFrom('team').select('id').where('id', '=', assignedTeam).executeTakeFirst()
  await trx
    .updateTable('issue')
    .set({ assigned_to: account?.id ?? null, assigned_team: team?.id ?? null })
    .where('id', '=', issue.id)
    .execute()
  return true
}

import type { Kysely, Transaction } from 'kysely'
import { selectPeopleOf } from '#server/store/accounts/members/project-people.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A list in SQL needs an element, and no row has this id. */
const NONE = 0

/** Whose issues these are: accounts, or the members of teams. */
export async function listAssigned(
  trx: Transaction<Database>,
  issueIds: readonly number[],
): Promise<{ issueId: number; accountId: number }[]> {
  const ids = [NONE, ...issueIds]
  const [direct, byTeam] = [
    await trx
      .selectFrom('issue')
      .select('id as issueId')
      .select(({ ref }) => ref('assigned_to').$notNull().as('accountId')) // by the condition
      .where('id', 'in', ids)
      .where('assigned_to', 'is not', null)
      .execute(),
    await trx
      .selectFrom('issue')
      .innerJoin('team_member', 'team_member.team_id', 'issue.assigned_team')
      .select(['issue.id as issueId', 'team_member.account_id as accountId'])
      .where('issue.id', 'in', ids)
      .execute(),
  ]
  return [...direct, ...byTeam]
}

/** Whom these comments mention: accounts, or the members of teams. */
export async function listMentioned(
  trx: Transaction<Database>,
  activityIds: readonly number[],
): Promise<{ activityId: number; accountId: number }[]> {
  const ids = [NONE, ...activityIds]
  const [direct, byTeam] = [
    await trx
      .selectFrom('issue_mention')
      .select('activity_id as activityId')
      .select(({ ref }) => ref('account_id').$notNull().as('accountId')) // by the condition
      .where('activity_id', 'in', ids)
      .where('account_id', 'is not', null)
      .execute(),
    await trx
      .selectFrom('issue_mention')
      .innerJoin('team_member', 'team_member.team_id', 'issue_mention.team_id')
      .select(['issue_mention.activity_id as activityId', 'team_member.account_id as accountId'])
      .where('issue_mention.activity_id', 'in', ids)
      .execute(),
  ]
  return [...direct, ...byTeam]
}

/** Who follows these issues, and who ended that. */
export async function listSubscribed(
  trx: Pick<Kysely<Database>, 'selectFrom'>,
  issueIds: readonly number[],
): Promise<{ issueId: number; accountId: number; isOn: boolean }[]> {
  const rows = await trx
    .selectFrom('issue_subscription')
    .select(['issue_id as issueId', 'account_id as accountId', 'is_on'])
    .where('issue_id', 'in', [NONE, ...issueIds])
    .execute()
  return rows.map(({ is_on, ...row }) => ({ ...row, isOn: is_on === 1 }))
}

/** The accounts that may sign in and see a project. */
export async function listWhoSees(trx: Transaction<Database>, projectId: number): Promise<Set<number>> {
  const people = await selectPeopleOf(trx, projectId).execute()
  return new Set(people.map(({ id }) => id))
}

/** An account that may sign in. */
export function findReachable(db: Pick<Kysely<Database>, 'selectFrom'>, accountId: number) {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'role'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** The projects of issues, by the issues' ids. */
export async function listProjectsOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  issueIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('issue')
    .select(['id', 'project_id as projectId'])
    .where('id', 'in', [NONE, ...issueIds])
    .execute()
  return new Map(rows.map(({ id, projectId }) => [id, projectId]))
}

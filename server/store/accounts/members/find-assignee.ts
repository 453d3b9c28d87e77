import type { Transaction } from 'kysely'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { findAccountName, shownName } from '#server/store/accounts/account-names.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { selectPeopleOf, selectTeamsOf } from './project-people.ts'

type Asked = { kind: 'assign'; accountId: number | null } | { kind: 'assign-team'; teamId: number }

/** Finds who is to have issues of these projects, all of which they must see: the end of a sentence says what is wrong. */
export async function findAssignee(
  trx: Transaction<Database>,
  asked: Asked,
  projectIds: readonly number[],
): Promise<Assignee | Refusal> {
  return asked.kind === 'assign-team'
    ? findTeamAssignee(trx, asked.teamId, projectIds)
    : findAccountAssignee(trx, asked.accountId ?? Number.NaN, projectIds)
}

async function findAccountAssignee(
  trx: Transaction<Database>,
  id: number,
  projectIds: readonly number[],
): Promise<Assignee | Refusal> {
  const account = Number.isSafeInteger(id) ? await findAccountName(trx, id) : undefined
  if (account === undefined) return { refusal: 'there is no such account' }
  for (const projectId of projectIds) {
    const people = selectPeopleOf(trx, projectId).where('account.id', '=', id)
    if ((await people.executeTakeFirst()) === undefined)
      return { refusal: `${shownName(account)} is disabled, or does not see the project` }
  }
  return { type: 'user', ...account }
}

async function findTeamAssignee(
  trx: Transaction<Database>,
  id: number,
  projectIds: readonly number[],
): Promise<Assignee | Refusal> {
  const team = Number.isSafeInteger(id)
    ? await trx.selectFrom('team').select(['id', 'slug', 'name']).where('id', '=', id).executeTakeFirst()
    : undefined
  if (team === undefined) return { refusal: 'there is no such team' }
  for (const projectId of projectIds) {
    const teams = selectTeamsOf(trx, projectId).where('team.id', '=', id)
    if ((await teams.executeTakeFirst()) === undefined)
      return { refusal: `#${team.slug} does not see the project` }
  }
  return { type: 'team', ...team }
}

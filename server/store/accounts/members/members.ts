import { type Kysely, sql, type Transaction } from 'kysely'
import type { Role } from '#server/models/accounts/roles.ts'
import { listLinkedAccounts } from '#server/store/accounts/identities.ts'
import { type ListedAccount, selectAccounts } from '#server/store/accounts/manage-accounts.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface Member extends ListedAccount {
  /** The newest use of a session that is open, exact to some minutes; null where none is. */
  lastSeenAt: number | null
  /** The names of the teams. */
  teams: string[]
  /** It is linked to an OpenID provider. */
  isLinked: boolean
}

/** Lists members by their address. */
export async function listMembers(db: Kysely<Database>, now: number): Promise<Member[]> {
  const lastSeenAt = sql<number | null>`(
    select max(coalesce(session.last_used_at, session.created_at)) from session
    where session.account_id = account.id and session.expires_at > ${now}
  )`
  const accounts = await selectAccounts(db, now)
    .select(lastSeenAt.as('lastSeenAt'))
    .orderBy('account.email')
    .execute()
  const teams = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select(['team_member.account_id as accountId', 'team.name'])
    .orderBy('team.name')
    .execute()
  const linked = new Set(await listLinkedAccounts(db))
  const teamsOf = Map.groupBy(teams, ({ accountId }) => accountId)
  return accounts.map((account) => ({
    ...account,
    teams: (teamsOf.get(account.id) ?? []).map(({ name }) => name),
    isLinked: linked.has(account.id),
  }))
}

/** The role of an account that may sign in. */
export async function findRole(trx: Transaction<Database>, id: number): Promise<Role | undefined> {
  const row = await trx
    .selectFrom('account')
    .select('role')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.role
}

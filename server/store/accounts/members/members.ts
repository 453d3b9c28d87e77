import { type Kysely, sql, type Transaction } from 'kysely'
import type { Role } from '#server/models/accounts/roles.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface Member {
  id: number
  email: string
  /** Empty where none was given. */
  name: string
  role: Role
  createdAt: number
  /** Since when nobody may sign in as it; null where they may. */
  disabledAt: number | null
  sessionCount: number
  /** The newest use of a session that is open, exact to some minutes; null where none is. */
  lastSeenAt: number | null
  /** The names of the teams. */
  teams: string[]
}

/** Lists members by their address. */
export async function listMembers(db: Kysely<Database>, now: number): Promise<Member[]> {
  const isOpen = sql`session.account_id = account.id and session.expires_at > ${now}`
  const accounts = await db
    .selectFrom('account')
    .select([
      'account.id',
      'account.email',
      'account.name',
      'account.role',
      'account.created_at as createdAt',
      'account.disabled_at as disabledAt',
      sql<number>`(select count(*) from session where ${isOpen})`.as('sessionCount'),
      sql<number | null>`(
        select max(coalesce(session.last_used_at, session.created_at)) from session where ${isOpen}
      )`.as('lastSeenAt'),
    ])
    .orderBy('account.email')
    .execute()
  const teams = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select(['team_member.account_id as accountId', 'team.name'])
    .orderBy('team.name')
    .execute()
  const teamsOf = Map.groupBy(teams, ({ accountId }) => accountId)
  return accounts.map((account) => ({
    ...account,
    teams: (teamsOf.get(account.id) ?? []).map(({ name }) => name),
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

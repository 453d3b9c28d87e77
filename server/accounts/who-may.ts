import type { Transaction } from 'kysely'
import { type Actor, NOBODY } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import { findRole } from '#server/store/accounts/members/members.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** What people do with their own account, whatever their role is. */
const OWN: readonly AuditAction[] = ['account.password', 'session.end']

/**
 * Why somebody may not change an account: admins change members, and only owners change owners. It is asked in the
 * transaction of the change, so that two people who take each other's role away at the same moment do not both succeed.
 */
export async function refusalOfActor(
  trx: Transaction<Database>,
  { account, action, by }: { account: { id: number; role: Role }; action: AuditAction; by: Actor },
): Promise<string | undefined> {
  if (account.id === by.accountId && OWN.includes(action)) return undefined
  const needed = account.role === 'owner' ? 'owner' : 'admin'
  if (await mayBe(needed, trx, by)) return undefined
  return needed === 'owner' ? 'it needs the role owner to change an owner' : 'it needs the role admin'
}

/**
 * Whoever runs a command can read the database, so commands may do everything. So may a token of the organization that
 * may change members: only owners and commands make such a token.
 */
export async function mayBe(needed: Role, trx: Transaction<Database>, by: Actor): Promise<boolean> {
  if (by.accountId === null) return by.actor !== NOBODY.actor
  const has = await findRole(trx, by.accountId)
  return has !== undefined && mayActAs(has, needed)
}

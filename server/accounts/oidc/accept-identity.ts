import type { Transaction } from 'kysely'
import { toActor } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { findIdentity, type IdentityKey, insertIdentity } from '#server/store/accounts/identities.ts'
import { findAccount, updateAccount } from '#server/store/accounts/manage-accounts.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The identity that a session begins with. */
export interface SessionIdentity extends IdentityKey {
  /** The provider's name, for the audit log. */
  provider: string
  /** True where the sign-in links it; otherwise it must be linked already, and still be. */
  isNew: boolean
  /** The role that a claim gives; undefined leaves the account's. */
  role?: Role
}

interface Accepting {
  accountId: number
  ip: string
  now: number
}

/**
 * Links the identity if it is not linked, and gives the account the role that the claim says. False if the identity belongs to
 * another account by now, or was unlinked.
 */
export async function acceptIdentity(
  trx: Transaction<Database>,
  { issuer, subject, provider, isNew, role }: SessionIdentity,
  { accountId, ip, now }: Accepting,
): Promise<boolean> {
  const known = await findIdentity(trx, { issuer, subject })
  if (known === undefined ? !isNew : known !== accountId) return false
  const account = await findAccount(trx, { id: accountId }, now)
  if (account === undefined) return false
  const by = toActor(account, ip)
  if (known === undefined) {
    if (!(await insertIdentity(trx, { accountId, issuer, subject, now }))) return false
    const details = { provider, issuer, subject }
    await recordAudit(trx, { ...by, at: now, action: 'identity.link', target: account.email, details })
  }
  // No claim makes an owner, or takes a desk from its owner.
  if (role === undefined || role === 'owner' || account.role === 'owner' || role === account.role) return true
  await updateAccount(trx, accountId, { role })
  const details = { role, was: account.role, provider }
  await recordAudit(trx, { ...by, at: now, action: 'account.role', target: account.email, details })
  return true
}

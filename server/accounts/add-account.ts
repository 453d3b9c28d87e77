import type { Actor } from '#server/models/accounts/actor.ts'
import { deleteSetupTokenHash, hasAccounts, insertAccount } from '#server/store/accounts/accounts.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseEmail, passwordRefusal } from './credentials.ts'
import { hashPassword } from './passwords.ts'

export interface AddedAccount {
  id: number
  email: string
  role: 'owner' | 'member'
}

/**
 * Adds an account for the command line. The first account is the owner's, no matter who makes it, and ends the set-up.
 */
export async function addAccount(given: {
  store: Store
  email: string
  password: string
  clock: () => number
  /** Whom the audit log names. */
  by: Actor
}): Promise<{ account: AddedAccount } | { refusal: string }> {
  const { store, password, clock, by } = given
  const email = parseEmail(given.email)
  if (email === undefined) return { refusal: `Cannot add the user: "${given.email}" is not an email address` }
  const refusal = passwordRefusal(password)
  if (refusal) return { refusal: `Cannot add the user with this password: ${refusal}` }
  const passwordHash = await hashPassword(password)
  return store.write(async (trx) => {
    const role = (await hasAccounts(trx)) ? 'member' : 'owner'
    const at = clock()
    const id = await insertAccount(trx, { email, passwordHash, role, createdAt: at })
    if (id === undefined) return { refusal: `Cannot add the user: ${email} already has an account` }
    await deleteSetupTokenHash(trx)
    await recordAudit(trx, { ...by, at, action: 'account.add', target: email, details: { role } })
    return { account: { id, email, role } }
  })
}

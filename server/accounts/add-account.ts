import { deleteSetupTokenHash, hasAccounts, insertAccount } from '#server/store/accounts/accounts.ts'
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
}): Promise<{ account: AddedAccount } | { refusal: string }> {
  const { store, password, clock } = given
  const email = parseEmail(given.email)
  if (email === undefined) return { refusal: `Cannot add the user: "${given.email}" is not an email address` }
  const refusal = passwordRefusal(password)
  if (refusal) return { refusal: `Cannot add the user with this password: ${refusal}` }
  const passwordHash = await hashPassword(password)
  return store.write(async (trx) => {
    const role = (await hasAccounts(trx)) ? 'member' : 'owner'
    const id = await insertAccount(trx, { email, passwordHash, role, createdAt: clock() })
    if (id === undefined) return { refusal: `Cannot add the user: ${email} already has an account` }
    await deleteSetupTokenHash(trx)
    return { account: { id, email, role } }
  })
}

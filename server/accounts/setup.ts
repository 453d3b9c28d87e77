import type { Transaction } from 'kysely'
import { type Actor, COMMAND, toActor } from '#server/models/accounts/actor.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import {
  addSetupTokenHash,
  deleteSetupTokenHash,
  hasAccounts,
  insertAccount,
  isSetupTokenHash,
} from '#server/store/accounts/accounts.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { parseEmail } from './credentials.ts'
import { hashPassword } from './passwords.ts'
import { hashSecret, newSecret, type Random } from './secrets.ts'

/** Processes that start together print a link each, and whoever follows one need not know which of them was the last. */
const STARTED_TOGETHER_MS = 10 * MINUTE_MS

/**
 * Makes a new one-time token for creating the owner, and voids those of earlier starts. Undefined once an account exists.
 */
export function issueSetupToken(store: Store, random: Random, now: number): Promise<string | undefined> {
  return store.write(async (trx) => {
    if (await hasAccounts(trx)) return undefined
    const token = newSecret(random)
    const since = now - STARTED_TOGETHER_MS
    await addSetupTokenHash(trx, { tokenHash: hashSecret(token), issuedAt: now, since })
    return token
  })
}

export async function isSetupToken(store: Store, token: string): Promise<boolean> {
  if (await hasAccounts(store.db)) return false
  return isSetupTokenHash(store.db, hashSecret(token))
}

export interface NewOwner {
  email: string
  passwordHash: string
  /** Where it is done. */
  ip: string
  now: number
}

/**
 * Uses the token up and creates the owner, in one transaction: of two who follow the link at once, one wins.
 * Returns the account's id; undefined when the token is not valid (any more).
 */
export function redeemSetupToken(
  store: Store,
  token: string,
  { email, passwordHash, ip, now }: NewOwner,
): Promise<number | undefined> {
  return store.write(async (trx) => {
    if (await hasAccounts(trx)) return undefined
    if (!(await isSetupTokenHash(trx, hashSecret(token)))) return undefined
    await deleteSetupTokenHash(trx)
    const id = await insertAccount(trx, { email, passwordHash, role: 'owner', createdAt: now })
    if (id !== undefined) await recordOwner(trx, toActor({ id, email }, ip), email, now)
    return id
  })
}

/**
 * Creates the owner from `ADMIN_EMAIL` and `ADMIN_PASSWORD`, which the configuration has checked. False when an account
 * exists.
 */
export async function createOwner(given: {
  store: Store
  email: string
  password: string
  clock: () => number
}): Promise<boolean> {
  const { store, clock } = given
  if (await hasAccounts(store.db)) return false // a restart need not pay for hashing
  const email = parseEmail(given.email)
  if (email === undefined) throw new Error('Cannot create the owner: the email address is invalid')
  const passwordHash = await hashPassword(given.password)
  return store.write(async (trx) => {
    if (await hasAccounts(trx)) return false
    await deleteSetupTokenHash(trx)
    const at = clock()
    await insertAccount(trx, { email, passwordHash, role: 'owner', createdAt: at })
    await recordOwner(trx, COMMAND, email, at) // whoever sets the environment can run commands
    return true
  })
}

function recordOwner(trx: Transaction<Database>, by: Actor, email: string, at: number): Promise<void> {
  return recordAudit(trx, { ...by, at, action: 'account.add', target: email, details: { role: 'owner' } })
}

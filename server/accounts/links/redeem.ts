import type { Transaction } from 'kysely'
import { toActor } from '#server/models/accounts/actor.ts'
import { endLink, endLinksFor, findLink, type LinkRow } from '#server/store/accounts/account-links.ts'
import { deleteSessionsOf } from '#server/store/accounts/account-sessions.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { deleteDevicesOf } from '#server/store/accounts/known-devices.ts'
import { updateAccount } from '#server/store/accounts/manage-accounts.ts'
import { hasSecondFactor, joinTeams, renameAccount } from '#server/store/accounts/own-account.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { stateOf } from './links.ts'

/** The values of the form on the page of a link. */
export interface Given {
  tokenHash: string
  passwordHash: string
  now: number
  ip: string
}

/** `needsFactor`: the password alone does not sign in to this account. */
export type Redeemed = { accountId: number; needsFactor: boolean } | { refusal: string }

const WAS_FASTER: Redeemed = { refusal: 'this link was just used or revoked' }

/** Uses the link up and adds the account, in one transaction: of two who follow it at once, one wins. */
export function redeemInvitation(
  store: Store,
  { tokenHash, name, passwordHash, now, ip }: Given & { name: string },
): Promise<Redeemed> {
  return store.write(async (trx) => {
    const link = await take(trx, { kind: 'invitation', tokenHash, now })
    if (!link?.role) return WAS_FASTER
    const { email, role, teamIds } = link
    const accountId = await insertAccount(trx, { email, passwordHash, role, createdAt: now })
    if (accountId === undefined) return { refusal: `${email} already has an account; sign in instead` }
    await renameAccount(trx, { id: accountId, name })
    await joinTeams(trx, { accountId, teamIds })
    const by = toActor({ id: accountId, email }, ip)
    const details = { role, invitedBy: link.maker?.email ?? null }
    await recordAudit(trx, { ...by, at: now, action: 'account.join', target: email, details })
    return { accountId, needsFactor: false }
  })
}

/** Uses the link up and sets the password. Whoever was signed in to the account is not any more, and no device is known. */
export function redeemReset(store: Store, { tokenHash, passwordHash, now, ip }: Given): Promise<Redeemed> {
  return store.write(async (trx) => {
    const link = await take(trx, { kind: 'reset', tokenHash, now })
    if (!link?.of || link.accountId === null) return WAS_FASTER
    const { accountId: id } = link
    await updateAccount(trx, id, { password_hash: passwordHash })
    const endedSessions = await deleteSessionsOf(trx, id)
    await deleteDevicesOf(trx, id)
    // Whoever asked for another address may be whoever the password was changed against.
    await endLinksFor(trx, { kind: 'email', accountId: id, email: link.email }, 'revoked')
    const by = toActor({ id, email: link.of.email }, ip)
    const details = { endedSessions, byLink: true }
    await recordAudit(trx, { ...by, at: now, action: 'account.password', target: link.of.email, details })
    return { accountId: id, needsFactor: await hasSecondFactor(trx, id) }
  })
}

/** The link if it is open, which it is not any more; undefined otherwise. */
async function take(
  trx: Transaction<Database>,
  { kind, tokenHash, now }: { kind: 'invitation' | 'reset'; tokenHash: string; now: number },
): Promise<LinkRow | undefined> {
  const link = await findLink(trx, { kind, tokenHash })
  if (link === undefined || stateOf(link, now) !== 'open') return undefined
  return (await endLink(trx, { tokenHash, now, ended: 'used' })) ? link : undefined
}

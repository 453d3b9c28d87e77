import { refuse, type SignInContext } from '#server/accounts/begin-session.ts'
import { addLink } from '#server/accounts/links/links.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { OwnResult } from '#server/models/accounts/own.ts'
import { mayActAs } from '#server/models/accounts/roles.ts'
import { endLinksFor } from '#server/store/accounts/account-links.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { changeAddress, type OwnAccountRow } from '#server/store/accounts/own-account.ts'

/**
 * Changes an account's address, or asks for it. Without mail nothing shows that somebody has an address, and it is what
 * others know them by: so an admin or the command line confirms it. Admins, who confirm those of others, change their own
 * at once.
 */
export function askForAddress(
  { store, clock, random }: Pick<SignInContext, 'store' | 'clock' | 'random'>,
  { by, account, email }: { by: Actor; account: OwnAccountRow; email: string },
): Promise<OwnResult<{ isAsked: boolean }>> {
  const { id, role, email: from } = account
  if (email === from)
    return Promise.resolve(refuse('Cannot change the address: it is this one already', 'email'))
  return store.write(async (trx) => {
    if (await findCredentials(trx, email))
      return refuse(`Cannot change the address: ${email} belongs to another account`, 'email')
    const link = { kind: 'email', accountId: id, email } as const // a kind of link
    const isAsked = !mayActAs(role, 'admin')
    if (isAsked) await addLink(trx, { clock, random, by }, { ...link, role: null, teamIds: [] })
    else {
      await endLinksFor(trx, link, 'replaced')
      await changeAddress(trx, { id, email })
    }
    const action = isAsked ? 'account.email.ask' : 'account.email'
    await recordAudit(trx, { ...by, at: clock(), action, target: from, details: { to: email } })
    return { ok: true, isAsked }
  })
}

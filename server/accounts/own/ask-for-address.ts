import { addressPath } from '#renderer/paths.ts'
import { refuse, type SignInContext } from '#server/accounts/begin-session.ts'
import { addLink } from '#server/accounts/links/links.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { LinkMailed } from '#server/models/accounts/links.ts'
import type { OwnResult } from '#server/models/accounts/own.ts'
import { mayActAs } from '#server/models/accounts/roles.ts'
import { endLinksFor } from '#server/store/accounts/account-links.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { changeAddress, type OwnAccountRow } from '#server/store/accounts/own-account.ts'

/** `mailed` is there if the new address has to be confirmed by a link that was mailed to it. */
export type AskedForAddress = { isAsked: boolean; mailed?: LinkMailed }

/**
 * Changes an account's address, or asks for it. Where the desk sends mail, a link that is mailed to the new address shows that
 * it is theirs. Without mail nothing shows that, and it is what others know them by: so an admin or the command line confirms
 * it. Admins, who confirm those of others, change their own at once then.
 */
export async function askForAddress(
  {
    store,
    clock,
    random,
    publicUrl,
    mailer,
  }: Pick<SignInContext, 'store' | 'clock' | 'random' | 'publicUrl' | 'mailer'>,
  { by, account, email }: { by: Actor; account: OwnAccountRow; email: string },
): Promise<OwnResult<AskedForAddress>> {
  const { id, role, email: from, name } = account
  if (email === from) return refuse('Cannot change the address: it is this one already', 'email')
  const asked = await store.write(async (trx) => {
    if (await findCredentials(trx, email))
      return refuse(`Cannot change the address: ${email} belongs to another account`, 'email')
    const link = { kind: 'email', accountId: id, email } as const // a kind of link
    const isAsked = mailer !== undefined || !mayActAs(role, 'admin')
    const made = isAsked
      ? await addLink(trx, { clock, random, by }, { ...link, role: null, teamIds: [] })
      : undefined
    if (!isAsked) {
      await endLinksFor(trx, link, 'replaced')
      await changeAddress(trx, { id, email })
    }
    const action = isAsked ? 'account.email.ask' : 'account.email'
    await recordAudit(trx, { ...by, at: clock(), action, target: from, details: { to: email } })
    return { ok: true, made } as const // one of the results
  })
  if (!asked.ok) return asked
  if (asked.made === undefined) return { ok: true, isAsked: false }
  if (mailer === undefined) return { ok: true, isAsked: true }
  const { token, expiresAt } = asked.made
  const link = publicUrl + addressPath(token)
  const mailed = await mailer.mail({ kind: 'address', to: email, madeBy: name || from, link, expiresAt })
  return { ok: true, isAsked: true, mailed }
}

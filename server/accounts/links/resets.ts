import { resetPath } from '#renderer/paths.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { type AccountRef, findAccount } from '#server/store/accounts/manage-accounts.ts'
import { addLink, type LinkIssuer, type LinkRefusal, mayLetIn } from './links.ts'

export interface MadeReset {
  email: string
  expiresAt: number
  /** It is not stored, and cannot be read again. */
  link: string
}

/**
 * Makes a link by which somebody who forgot the password chooses another one. Whoever has it signs in as that account, so
 * an admin makes none for an owner, and nobody makes one for themselves: that would be a way around the current password.
 */
export function createReset(issuer: LinkIssuer, ref: AccountRef): Promise<MadeReset | LinkRefusal> {
  const { store, clock, publicUrl, by, role } = issuer
  return store.write(async (trx) => {
    const account = await findAccount(trx, ref, clock())
    const refuse = (reason: string) => ({ refusal: `Cannot reset the password: ${reason}` })
    if (account === undefined)
      return refuse(`there is no user ${'id' in ref ? String(ref.id) : `"${ref.email}"`}`)
    const { id, email } = account
    if (!mayLetIn(role, account.role)) return refuse(`only an owner may do that for ${email}`)
    if (by.accountId === id) return refuse('change your own on your account page')
    if (account.disabledAt !== null) return refuse(`${email} is disabled`)
    const link = { kind: 'reset', accountId: id, email, role: null, teamIds: [] } as const // a kind of link
    const { token, expiresAt } = await addLink(trx, issuer, link)
    await recordAudit(trx, { ...by, at: clock(), action: 'account.reset', target: email })
    return { email, expiresAt, link: publicUrl + resetPath(token) }
  })
}

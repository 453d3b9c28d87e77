import { resetPath } from '#renderer/paths.ts'
import type { Reset } from '#server/models/accounts/links.ts'
import { mayActAs } from '#server/models/accounts/roles.ts'
import { endLink, idOfLink, type LinkRow, listOpenLinks } from '#server/store/accounts/account-links.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { type AccountRef, findAccount } from '#server/store/accounts/manage-accounts.ts'
import { addLink, type LinkIssuer, type LinkRefusal, mayLetIn, stateOf } from './links.ts'

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

/** Links that were made and not used yet. */
export interface Resets {
  /** Lists them, the newest first. */
  list(): Promise<Reset[]>
  revoke(id: string): Promise<{ email: string } | LinkRefusal>
}

export function createResets({ store, clock, by, role }: Omit<LinkIssuer, 'random' | 'publicUrl'>): Resets {
  async function listPending(): Promise<LinkRow[]> {
    if (!mayActAs(role, 'admin')) return []
    const now = clock()
    const links = await listOpenLinks(store.db, { kind: 'reset', now })
    return links.filter((link) => stateOf(link, now) === 'open')
  }

  return {
    list: async () => (await listPending()).flatMap(toReset),
    async revoke(id) {
      const cannot = (why: string): LinkRefusal => ({ refusal: `Cannot revoke the link: ${why}` })
      const link = (await listPending()).find((each) => idOfLink(each) === id)
      if (!link?.of) return cannot('it was used or revoked, or has expired')
      const { tokenHash, of } = link
      if (!mayLetIn(role, of.role)) return cannot('only an owner may')
      return store.write(async (trx) => {
        const now = clock()
        if (!(await endLink(trx, { tokenHash, now, ended: 'revoked' }))) return cannot('it was just used')
        await recordAudit(trx, { ...by, at: now, action: 'account.reset.revoke', target: of.email })
        return { email: of.email }
      })
    },
  }
}

function toReset(link: LinkRow): Reset[] {
  const { of, maker, createdAt, expiresAt } = link
  const madeBy = maker && (maker.name || maker.email)
  return of === null ? [] : [{ id: idOfLink(link), email: of.email, madeBy, createdAt, expiresAt }]
}

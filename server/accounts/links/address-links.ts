import { refuse, type SignInContext } from '#server/accounts/begin-session.ts'
import { hashSecret } from '#server/accounts/secrets.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import type { OpenedLink } from '#server/models/accounts/links.ts'
import type { OwnResult } from '#server/models/accounts/own.ts'
import { endLink, findLink } from '#server/store/accounts/account-links.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { changeAddress } from '#server/store/accounts/own-account.ts'
import { stateOf } from './links.ts'

/** Links that were mailed to a new address, and give it to the account that asked for it. */
export interface AddressLinks {
  read(token: string): Promise<OpenedAddress>
  /** Gives the account the address that the link was mailed to. Whoever opens it need not be signed in. */
  confirm(token: string): Promise<OwnResult<{ to: string }>>
}

/** What somebody who opens such a link learns; `email` is the address that the account has now. */
export type OpenedAddress =
  | (OpenedLink & { state: 'open'; to: string })
  | Exclude<OpenedLink, { state: 'open' }>

export function createAddressLinks({ store, clock, request }: SignInContext): AddressLinks {
  return {
    async read(token) {
      const link = await findLink(store.db, { kind: 'email', tokenHash: hashSecret(token) })
      if (!link?.of) return { state: 'unknown' }
      const state = stateOf(link, clock())
      return state === 'open'
        ? { state, email: link.of.email, to: link.email, expiresAt: link.expiresAt }
        : { state }
    },
    confirm: (token) =>
      store.write(async (trx) => {
        const now = clock()
        const tokenHash = hashSecret(token)
        const link = await findLink(trx, { kind: 'email', tokenHash })
        const isOpen = link !== undefined && stateOf(link, now) === 'open'
        if (!isOpen || !link.of || link.accountId === null)
          return refuse('Cannot confirm the address: this link no longer works')
        const { accountId: id, email: to, of } = link
        if (!(await endLink(trx, { tokenHash, now, ended: 'used' })))
          return refuse('Cannot confirm the address: this link was just used or revoked')
        // The link is ended all the same: nobody can have that address any more.
        if (!(await changeAddress(trx, { id, email: to })))
          return refuse(`Cannot confirm the address: ${to} belongs to another account by now`)
        const by = toActor({ id, email: of.email }, request.ip)
        const details = { to, byLink: true }
        await recordAudit(trx, { ...by, at: now, action: 'account.email', target: of.email, details })
        return { ok: true, to }
      }),
  }
}

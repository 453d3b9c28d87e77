import type { AddressChange } from '#server/models/accounts/links.ts'
import { mayActAs } from '#server/models/accounts/roles.ts'
import { endLink, idOfLink, type LinkRow, listOpenLinks } from '#server/store/accounts/account-links.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { changeAddress } from '#server/store/accounts/own-account.ts'
import { type LinkIssuer, type LinkRefusal, mayLetIn } from './links.ts'

/** New addresses that people asked for, and that an admin or a command confirms. */
export interface AddressChanges {
  /** Lists those that wait, the newest first. */
  list(): Promise<AddressChange[]>
  /** Gives the account the address that it asked for. */
  confirm(id: string): Promise<AddressChange | LinkRefusal>
  refuse(id: string): Promise<AddressChange | LinkRefusal>
}

export function createAddressChanges({
  store,
  clock,
  by,
  role,
}: Omit<LinkIssuer, 'random' | 'publicUrl'>): AddressChanges {
  const listLinks = async () =>
    mayActAs(role, 'admin') ? listOpenLinks(store.db, { kind: 'email', now: clock() }) : []

  async function end(id: string, verb: 'confirm' | 'refuse'): Promise<AddressChange | LinkRefusal> {
    const cannot = (why: string): LinkRefusal => ({ refusal: `Cannot ${verb} the address: ${why}` })
    const link = (await listLinks()).find((each) => idOfLink(each) === id)
    const [change] = link ? toChange(link) : []
    if (!link?.of || change === undefined) return cannot('nobody asks for it any more')
    if (!mayLetIn(role, link.of.role)) return cannot('only an owner may')
    const { tokenHash, of } = link
    return store.write(async (trx) => {
      const now = clock()
      const ended = verb === 'confirm' ? 'used' : 'revoked'
      if (!(await endLink(trx, { tokenHash, now, ended }))) return cannot('nobody asks for it any more')
      const { accountId, to } = change
      // The link is ended all the same: nobody can have that address any more.
      if (verb === 'confirm' && !(await changeAddress(trx, { id: accountId, email: to })))
        return cannot(`${to} belongs to another account by now`)
      const action = verb === 'confirm' ? 'account.email' : 'account.email.refuse'
      await recordAudit(trx, { ...by, at: now, action, target: of.email, details: { to } })
      return change
    })
  }

  return {
    list: async () => (await listLinks()).flatMap(toChange),
    confirm: (id) => end(id, 'confirm'),
    refuse: (id) => end(id, 'refuse'),
  }
}

function toChange(link: LinkRow): AddressChange[] {
  const { accountId, of, email, createdAt, expiresAt } = link
  if (accountId === null || of === null) return []
  return [{ id: idOfLink(link), accountId, from: of.email, to: email, askedAt: createdAt, expiresAt }]
}

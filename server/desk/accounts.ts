import { type AddressChanges, createAddressChanges } from '#server/accounts/links/address-changes.ts'
import { createInvitations, type Invitations } from '#server/accounts/links/invitations.ts'
import type { LinkIssuer, LinkRefusal } from '#server/accounts/links/links.ts'
import { createReset, type MadeReset } from '#server/accounts/links/resets.ts'
import { type AccountName, listAccountNames } from '#server/store/accounts/account-names.ts'
import { listTeamNames, type TeamName } from '#server/store/accounts/team-names.ts'

export interface DeskAccounts {
  /** Lists all accounts, to assign issues to. */
  list(): Promise<AccountName[]>
  /** Lists the teams that people can be invited to. */
  listTeams(): Promise<TeamName[]>
  invitations: Invitations
  addressChanges: AddressChanges
  /** Makes a link by which an account's password is chosen anew, for 24 hours. */
  createReset(accountId: number): Promise<MadeReset | LinkRefusal>
}

export function createDeskAccounts(issuer: LinkIssuer): DeskAccounts {
  const { db } = issuer.store
  return {
    list: () => listAccountNames(db),
    listTeams: () => listTeamNames(db),
    invitations: createInvitations(issuer),
    addressChanges: createAddressChanges(issuer),
    createReset: (id) => createReset(issuer, { id }),
  }
}

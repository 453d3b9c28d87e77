import { type AddressChanges, createAddressChanges } from '#server/accounts/links/address-changes.ts'
import { createInvitations, type Invitations } from '#server/accounts/links/invitations.ts'
import type { LinkIssuer, LinkRefusal } from '#server/accounts/links/links.ts'
import { createReset, createResets, type MadeReset, type Resets } from '#server/accounts/links/resets.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import { type AccountName, listAccountNames } from '#server/store/accounts/account-names.ts'
import { listTeamNames, type TeamName } from '#server/store/accounts/team-names.ts'
import { listAssignees } from './assignees.ts'

export interface DeskAccounts {
  /** Lists all accounts. */
  list(): Promise<AccountName[]>
  /** Lists whom issues can be assigned to: those who see the project, or all of them without one. */
  listAssignees(projectSlug?: string): Promise<Assignee[]>
  /** Lists the teams that people can be invited to, and issues assigned to. */
  listTeams(): Promise<TeamName[]>
  invitations: Invitations
  addressChanges: AddressChanges
  /** Makes a link by which an account's password is chosen anew, for 24 hours. */
  createReset(accountId: number): Promise<MadeReset | LinkRefusal>
  resets: Resets
}

export function createDeskAccounts(issuer: LinkIssuer): DeskAccounts {
  const { store } = issuer
  const { db } = store
  return {
    list: () => listAccountNames(db),
    listAssignees: (projectSlug) => listAssignees(store, projectSlug),
    listTeams: () => listTeamNames(db),
    invitations: createInvitations(issuer),
    addressChanges: createAddressChanges(issuer),
    createReset: (id) => createReset(issuer, { id }),
    resets: createResets(issuer),
  }
}

import { type AddressChanges, createAddressChanges } from '#server/accounts/links/address-changes.ts'
import {
  createInvitations,
  type Invitations,
  type MadeInvitation,
} from '#server/accounts/links/invitations.ts'
import type { LinkIssuer, LinkRefusal } from '#server/accounts/links/links.ts'
import { createReset, createResets, type MadeReset, type Resets } from '#server/accounts/links/resets.ts'
import { type LinkMailOptions, mailLink } from '#server/alerts/link-mails/mail-link.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { LinkMailed, LinkToMail } from '#server/models/accounts/links.ts'
import { type AccountName, listAccountNames } from '#server/store/accounts/account-names.ts'
import { countTeamMembers, listTeamNames, type TeamName } from '#server/store/accounts/team-names.ts'
import { listAssignees } from './assignees.ts'

export interface DeskAccounts {
  /** Lists all accounts. */
  list(): Promise<AccountName[]>
  /** Lists whom issues can be assigned to: those who see the project, or all of them without one. */
  listAssignees(projectSlug?: string): Promise<readonly Assignee[]>
  /** Lists the teams that people can be invited to, and issues assigned to. */
  listTeams(): Promise<TeamName[]>
  /** Counts the members of each team by its id. Teams without members are left out. */
  countTeamMembers(): Promise<ReadonlyMap<number, number>>
  /** Links can be mailed to the people who they are for. */
  offersMail: boolean
  /** With `isMailed`, and where mail is set up, the link of a new invitation is mailed. */
  invitations: Omit<Invitations, 'invite' | 'renew'> & {
    invite(who: Invited, isMailed?: boolean): Promise<Mailed<MadeInvitation> | LinkRefusal>
    renew(id: string, isMailed?: boolean): Promise<Mailed<MadeInvitation> | LinkRefusal>
  }
  addressChanges: AddressChanges
  /** Makes a link by which an account's password is chosen anew, for 24 hours. It is mailed where mail is set up. */
  createReset(accountId: number): Promise<Mailed<MadeReset> | LinkRefusal>
  resets: Resets
}

type Invited = Parameters<Invitations['invite']>[0]

/** A link that was made; `mailed` is there if somebody tried to mail it. */
export type Mailed<Made> = Made & { mailed?: LinkMailed }

/** Without `mail` no link can be mailed. */
export function createDeskAccounts(issuer: LinkIssuer, mail?: LinkMailOptions): DeskAccounts {
  const { store } = issuer
  const { db } = store
  const invitations = createInvitations(issuer)

  /** Mails a link once it is stored, so that a mail never has a link that does not work. */
  async function mailed<Made extends Pick<LinkToMail, 'link' | 'expiresAt'> & { email: string }>(
    kind: LinkToMail['kind'],
    made: Made | LinkRefusal,
  ): Promise<Mailed<Made> | LinkRefusal> {
    if (mail === undefined || 'refusal' in made) return made
    const { email: to, link, expiresAt } = made
    return { ...made, mailed: await mailLink({ kind, to, madeBy: issuer.by.actor, link, expiresAt }, mail) }
  }

  return {
    list: () => listAccountNames(db),
    listAssignees: (projectSlug) => listAssignees(store, issuer.clock, projectSlug),
    listTeams: () => listTeamNames(db),
    countTeamMembers: () => countTeamMembers(db),
    offersMail: mail !== undefined,
    invitations: {
      ...invitations,
      async invite(who, isMailed = false) {
        const made = await invitations.invite(who)
        return isMailed ? mailed('invitation', made) : made
      },
      async renew(id, isMailed = false) {
        const made = await invitations.renew(id)
        return isMailed ? mailed('invitation', made) : made
      },
    },
    addressChanges: createAddressChanges(issuer),
    createReset: async (id) => mailed('reset', await createReset(issuer, { id })),
    resets: createResets(issuer),
  }
}

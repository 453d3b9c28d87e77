import { invitationPath } from '#renderer/paths.ts'
import { parseEmail } from '#server/accounts/credentials.ts'
import type { Invitation } from '#server/models/accounts/links.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import { endLink, idOfLink, type LinkRow, listOpenLinks } from '#server/store/accounts/account-links.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { listTeamNames } from '#server/store/accounts/team-names.ts'
import { addLink, type LinkIssuer, type LinkRefusal, mayLetIn, stateOf } from './links.ts'

export interface MadeInvitation {
  email: string
  role: Role
  expiresAt: number
  /** It is not stored, and cannot be read again. */
  link: string
}

/** Lets new people in by a link. An admin makes it for all roles but the owner's, an owner for each. */
export interface Invitations {
  /** Lists those who have not come yet, the newest first. */
  list(): Promise<Invitation[]>
  invite(who: {
    email: string
    role: Role
    teamIds?: readonly number[]
  }): Promise<MadeInvitation | LinkRefusal>
  /** Makes the link anew, for a week from now; the earlier one opens nothing any more. */
  renew(id: string): Promise<MadeInvitation | LinkRefusal>
  revoke(id: string): Promise<{ email: string } | LinkRefusal>
}

export function createInvitations(issuer: LinkIssuer): Invitations {
  const { store, clock, publicUrl, by, role: own } = issuer

  async function listPending(): Promise<LinkRow[]> {
    if (!mayActAs(own, 'admin')) return []
    const now = clock()
    const links = await listOpenLinks(store.db, { kind: 'invitation', now })
    return links.filter((link) => stateOf(link, now) === 'open')
  }

  /** Finds a pending one that whoever asks may change. */
  async function find(id: string, verb: string): Promise<{ link: LinkRow & { role: Role } } | LinkRefusal> {
    const link = (await listPending()).find((each) => idOfLink(each) === id)
    if (!link?.role)
      return { refusal: `Cannot ${verb} the invitation: it was used or revoked, or has expired` }
    if (!mayLetIn(own, link.role)) return { refusal: `Cannot ${verb} the invitation: only an owner may` }
    return { link: { ...link, role: link.role } }
  }

  async function invite({ email: text, role, teamIds = [] }: Parameters<Invitations['invite']>[0]) {
    const email = parseEmail(text)
    if (email === undefined)
      return { refusal: `Cannot invite: "${text}" is not an email address`, field: 'email' }
    if (!mayLetIn(own, role))
      return { refusal: `Cannot invite: only an owner may invite an ${role}`, field: 'role' }
    return store.write(async (trx) => {
      if (await findCredentials(trx, email))
        return { refusal: `Cannot invite: ${email} already has an account`, field: 'email' }
      const known = new Set((await listTeamNames(trx)).map(({ id }) => id))
      if (teamIds.some((id) => !known.has(id)))
        return { refusal: 'Cannot invite: a team no longer exists', field: 'team' }
      const link = { kind: 'invitation', accountId: null, email, role, teamIds } as const // a kind of link
      const { token, expiresAt } = await addLink(trx, issuer, link)
      await recordAudit(trx, {
        ...by,
        at: clock(),
        action: 'invitation.add',
        target: email,
        details: { role },
      })
      return { email, role, expiresAt, link: publicUrl + invitationPath(token) }
    })
  }

  return {
    async list() {
      const [links, teams] = [await listPending(), await listTeamNames(store.db)]
      return links.flatMap((link) => toInvitation(link, new Map(teams.map(({ id, name }) => [id, name]))))
    },
    invite,
    async renew(id) {
      const found = await find(id, 'renew')
      if ('refusal' in found) return found
      const { email, role, teamIds } = found.link
      const left = new Set((await listTeamNames(store.db)).map((team) => team.id))
      return invite({ email, role, teamIds: teamIds.filter((team) => left.has(team)) })
    },
    async revoke(id) {
      const found = await find(id, 'revoke')
      if ('refusal' in found) return found
      const { tokenHash, email } = found.link
      return store.write(async (trx) => {
        const now = clock()
        if (!(await endLink(trx, { tokenHash, now, ended: 'revoked' })))
          return { refusal: 'Cannot revoke the invitation: it was just used' }
        await recordAudit(trx, { ...by, at: now, action: 'invitation.revoke', target: email })
        return { email }
      })
    },
  }
}

function toInvitation(link: LinkRow, teams: ReadonlyMap<number, string>): Invitation[] {
  const { email, role, teamIds, maker, createdAt, expiresAt } = link
  if (role === null) return []
  return [
    {
      id: idOfLink(link),
      email,
      role,
      teams: teamIds.flatMap((id) => teams.get(id) ?? []),
      invitedBy: maker && (maker.name || maker.email),
      createdAt,
      expiresAt,
    },
  ]
}

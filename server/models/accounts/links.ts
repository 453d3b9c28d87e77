import type { Role } from './roles.ts'

/** What a link is for. A new address has a link for the mail that asks whether it is right. */
export type LinkKind = 'invitation' | 'reset' | 'email'

/** Why a link was ended before it expired: `replaced` by a newer one for the same address. */
export type LinkEnd = 'used' | 'revoked' | 'replaced'

/** What somebody who opens a link learns of it. `unknown` is also one that ended long ago. */
export type OpenedLink =
  | { state: 'open'; email: string; expiresAt: number }
  | { state: LinkEnd | 'expired' | 'unknown' }

/** A link that lets somebody in, for a mail to that person alone. */
export interface LinkToMail {
  kind: 'invitation' | 'reset' | 'forgotten' | 'address'
  /** The person's address; of a new address, that one. */
  to: string
  /** Who made the link, or whose account it is about where people made it for themselves. */
  madeBy: string
  link: string
  expiresAt: number
}

/** What became of the mail with a link; `failure` says as a sentence why it was not sent. */
export interface LinkMailed {
  to: string
  failure: string | undefined
}

/** A person who was invited, and has not come yet. */
export interface Invitation {
  /** The start of the link's hash: it names the invitation, and opens nothing. */
  id: string
  email: string
  role: Role
  /** The names of its teams. */
  teams: string[]
  /** Who made it; null for a command. */
  invitedBy: string | null
  createdAt: number
  expiresAt: number
}

/** A link by which somebody may choose a new password. */
export interface Reset {
  id: string
  /** The account's address, as it is now. */
  email: string
  /** Who made it; null for a command. */
  madeBy: string | null
  createdAt: number
  expiresAt: number
}

/** Somebody asks for another address, which an admin or the command line confirms. */
export interface AddressChange {
  id: string
  accountId: number
  from: string
  to: string
  askedAt: number
  expiresAt: number
}

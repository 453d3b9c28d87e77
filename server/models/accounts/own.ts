import type { Role } from './roles.ts'

/** What an account sees of itself. */
export interface OwnFacts {
  email: string
  /** Empty where none was given. */
  name: string
  role: Role
  /** A new address is confirmed by a link that is mailed there. */
  confirmsByMail: boolean
  /** An address that waits for its confirmation. */
  asked: { email: string; expiresAt: number } | null
  sessions: OwnSession[]
  /** The OpenID providers that it is linked to; one for each issuer. */
  identities: { issuer: string; createdAt: number }[]
}

export interface OwnSession {
  id: string
  /** Such as `Firefox 145 on Windows`; null where the browser did not say. */
  device: string | null
  /** Where it began. */
  ip: string | null
  startedAt: number
  /** Exact to five minutes. */
  lastUsedAt: number
  /** The one that asks. */
  isThis: boolean
}

/** What came of a change to one's own account; `field` is the form's field that the refusal is about. */
export type OwnResult<Value = object> =
  | ({ ok: true } & Value)
  | { ok: false; refusal: string; field?: string }

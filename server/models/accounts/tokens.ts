import type { TokenScope } from './scopes.ts'

/** A token as its page shows it. Its value is shown once, when it is made. */
export interface ListedToken {
  id: number
  name: string
  scopes: readonly TokenScope[]
  /** Slugs; null for all that its owner sees. */
  projects: readonly string[] | null
  /** Times are in milliseconds since the epoch. */
  createdAt: number
  /** An address; null where a command made it, or whoever did was removed. */
  createdBy: string | null
  /** Null for never. */
  expiresAt: number | null
  /** It is exact to the minute; null where it was never used. */
  lastUsedAt: number | null
}

/** What the form of a new token says. */
export interface GivenToken {
  name: string
  isOfOrganization: boolean
  scopes: readonly string[]
  /** Slugs; none for all. */
  projects: readonly string[]
  /** `30d`, `90d`, `1y` or `never`. */
  lifetime: string
}

import type { Theme } from '#server/hosting/preferences.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import type { Searched } from '#server/models/search.ts'

/** All data that the frame's HTML depends on. */
export interface FrameFacts {
  email: string
  role: Role
  theme: Theme
  hasKeys: boolean
  /** The IANA time zone in which absolute times are entered. */
  zone: string
  /** The page's path with its query. */
  path: string
  search: string
  now: number
  /** The demo's slug, on pages about the demo. */
  demo?: string
  projects: readonly FrameProject[]
  /** The search of the page's own list, where the field in the top bar is the place for it. */
  listSearch?: ListSearch
  /** The environments that this page can be limited to. */
  environments: readonly string[]
}

export interface ListSearch {
  list: Searched
  query: string
  /** The page says why, in an element with the id `search-note`. */
  isRefused: boolean
  /** The address parameters that a new search keeps. */
  hiddenFields: [name: string, value: string][]
  /** The address that completes the search word by word. Absent for issues, whose field gets it from `offersAddress()`. */
  offers?: string
}

export interface FrameProject {
  slug: string
  name: string
  openIssueCount: number
  /** Crumbtrail's own project, which comes last and counts only where it is chosen. */
  isOwn?: true
  /** It is being deleted, and its pages may be gone any moment. */
  isGoing?: true
}

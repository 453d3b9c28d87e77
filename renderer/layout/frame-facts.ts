import type { Theme } from '#server/hosting/preferences.ts'

/** Everything that the frame's HTML is made of. */
export interface FrameFacts {
  email: string
  role: string
  theme: Theme
  hasKeys: boolean
  /** IANA: absolute times are asked for in it. */
  zone: string
  /** The page's path and its query, with the question mark. */
  path: string
  search: string
  now: number
  /** The demo's slug, on pages that are about it. */
  demo?: string
  projects: readonly FrameProject[]
  /** Those that may be chosen on this page. */
  environments: readonly string[]
}

export interface FrameProject {
  slug: string
  name: string
  openIssueCount: number
}

/** Everything that the frame's HTML is made of. */
export interface FrameFacts {
  email: string
  /** The page's path and its query, with the question mark. */
  path: string
  search: string
  /** The demo's slug, on pages that are about it. */
  demo?: string
  projects: readonly { slug: string; name: string; openIssueCount: number }[]
}

/** What was done to a file, in Git's letter (`A`, `M`, `D`, `R`, …), and its path in the repository. */
export type ChangedFile = readonly [change: string, path: string]

/** A commit as a script reports it. */
export interface GivenCommit {
  /** Its hash, or what stands for it. */
  id: string
  /** What the tool calls the repository: `acme/shop`, or `origin`. */
  repository: string | null
  authorName: string | null
  authorEmail: string | null
  message: string
  /** Milliseconds since the epoch. */
  committedAt: number | null
  files: readonly ChangedFile[]
}

/** A commit of a release. */
export interface ReleaseCommit extends GivenCommit {
  projectId: number
  version: string
  /** 0 for the newest commit of the release. */
  position: number
  /** Milliseconds since the epoch. */
  receivedAt: number
}

/** What answers say of a release's commits. */
export interface ReleaseWork {
  commitCount: number
  lastCommit: ReleaseCommit | null
  /** Who wrote commits of it, at most a hundred. */
  authors: readonly { name: string | null; email: string | null }[]
}

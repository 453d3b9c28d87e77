import type { ReleaseCommit } from './commits.ts'

/** A commit of the release in which an issue began, which changed a file of its stack trace. */
export interface SuspectCommit {
  commit: ReleaseCommit
  /** The file, as the commit names it. */
  path: string
  /** The function of the frame; null where it has no name. */
  functionName: string | null
  /** Whether the issue began or regressed in the release. */
  by: 'introduced' | 'regressed'
}

import type { GivenCommit } from './commits.ts'

/** By when they became known, or by version. */
export type ReleaseOrder = 'new' | 'version'

/** An issue that was first seen in a release, or regressed in it. */
export interface ReleasedIssue {
  id: number
  number: number
  type: string
  value: string
  firstSeen: number
  eventCount: number
  userCount: number
}

/** A release as a script reports it; null for what it does not say. */
export interface GivenRelease {
  version: string
  /** Empty for all projects that have the release already. */
  projectSlugs: readonly string[]
  releasedAt: number | null
  ref: string | null
  url: string | null
  /** Undefined leaves it as it is. */
  isArchived?: boolean | undefined
  /** The newest first. They replace those that are known; undefined leaves them. */
  commits?: readonly GivenCommit[] | undefined
}

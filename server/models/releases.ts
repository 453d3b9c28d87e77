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
  projectSlugs: readonly string[]
  releasedAt: number | null
  ref: string | null
  url: string | null
}

import type { Explanation, UnmappedReason } from '#server/processing/frame-mapping.ts'

/** What a project's page of source maps shows. */
export interface SourceMapOverview {
  coverage: Coverage
  /** The latest first. */
  uploads: Upload[]
  /** Uploads beyond those that are listed. */
  moreUploads: number
  /** What the project's maps take, those that it shares with others included. */
  sizeBytes: number
  limitBytes: number
}

/** How many frames of a project's newest events have a source. */
export interface Coverage {
  events: number
  frames: number
  mapped: number
  /** The commonest first. */
  reasons: CoverageReason[]
}

export interface CoverageReason extends Explanation {
  reason: UnmappedReason
  frames: number
}

export interface Upload {
  checksum: string
  state: string
  /** What was not taken of it, and why. */
  detail: string | null
  release: string | null
  dist: string | null
  /** The user agent that uploaded it. */
  tool: string | null
  /** Milliseconds since the epoch. */
  createdAt: number
  /** When one of its files was last used, to the day; null if it has none. */
  usedAt: number | null
  files: number
  sizeBytes: number
}

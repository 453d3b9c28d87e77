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
  hosted: HostedOverview
}

/** Where the desk may fetch maps beside the scripts, and what became of it. */
export interface HostedOverview {
  /** `https://shop.example`. */
  origins: string[]
  /** The latest first; those that are still to come first of all. */
  fetches: HostedFetch[]
}

export interface HostedFetch {
  /** The script's address. */
  url: string
  release: string | null
  /** Why the script or its map cannot be used: the end of a sentence. */
  refusal: string | null
  /** Milliseconds since the epoch; null if it is still to come. */
  triedAt: number | null
  /** Null if it is not fetched again. */
  nextAt: number | null
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
  /** Frames without code are mapped, since their file, line and function are known. */
  reason: UnmappedReason | 'no_source_text'
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

import type { StoredRetention } from '#server/store/projects/project-retention.ts'
import type { Steps } from '#server/store/rows/steps.ts'

/** How much is done between two looks at the time. */
export interface Portions {
  /** A row may cost several reads of a disk that has forgotten it. */
  rows: number
  /** Events have rows of several tables. */
  events: number
  /** Projects or keys whose oldest hour is deleted. */
  owners: number
}

/** What is known to a slice of deleting: one transaction, which others wait for. */
export interface Slice {
  /** The time of day, in milliseconds since the epoch. */
  now: number
  retention: readonly StoredRetention[]
  hasTime: () => boolean
  portions: Portions
}

/** Deletes until the time is up; true while there is more. Needs a transaction. */
export type Deletion = (slice: Slice) => Steps<boolean>

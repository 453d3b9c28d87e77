import type { StoredRetention } from '#server/store/projects/project-retention.ts'
import type { Steps } from '#server/store/rows/steps.ts'

/** The number of rows that are handled between two checks of the time. */
export interface Portions {
  /** A row may cost several reads of a disk that has forgotten it. */
  rows: number
  /** Each event has rows in several tables. */
  events: number
  /** The number of projects or keys whose oldest hour is deleted at once. */
  owners: number
}

/** A slice of deletion: one transaction, for which other writers wait. */
export interface Slice {
  /** The current time in milliseconds since the epoch. */
  now: number
  retention: readonly StoredRetention[]
  hasTime: () => boolean
  /** The changes to the number of stored events, by project, that `storage_use` does not have yet. */
  changes?: ReadonlyMap<number, number>
  portions: Portions
}

/** Deletes until the time is up, in an open transaction. Returns true while there is more. */
export type Deletion = (slice: Slice) => Steps<boolean>

import type { DatabaseSync } from 'node:sqlite'
import type { PreparedEvent } from '#server/writer/batch/prepare.ts'
import { createCountsFold } from './event-counts.ts'
import { createLifeCycleFold } from './life-cycle.ts'
import { createPeopleFold } from './people.ts'
import { createReleasesFold } from './releases.ts'
import { createSearchFold } from './search-text.ts'
import { createTagsFold } from './tags.ts'

/** What a batch brought to one issue. */
export interface Occurrences {
  projectId: number
  issueId: number
  /** The batch's first event made it. */
  isNew: boolean
  /** As they arrived. */
  events: StoredEvent[]
}

export interface StoredEvent {
  /** `event.id`. */
  rowId: number
  event: PreparedEvent
  receivedAt: number
}

/** Brings what is counted of events up to date, inside the batch's transaction: after its issues, events and digests. */
export type Fold = (occurrences: readonly Occurrences[]) => void

/** In order. Each has its statements prepared once, for the life of the writer. */
export function createFolds(connection: DatabaseSync): Fold[] {
  return [
    createCountsFold(connection),
    createPeopleFold(connection),
    createReleasesFold(connection),
    createLifeCycleFold(connection), // after releases: what comes back is counted of them
    createTagsFold(connection),
    createSearchFold(connection),
  ]
}

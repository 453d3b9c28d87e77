import type { DatabaseSync } from 'node:sqlite'
import { createCountsFold } from './counts-fold.ts'
import { createLifeCycleFold } from './life-cycle-fold.ts'
import { createPeopleFold } from './people-fold.ts'
import type { PreparedEvent } from './prepare-batch.ts'
import { createReleasesFold } from './releases-fold.ts'
import { createSearchFold } from './search-fold.ts'
import { createTagsFold } from './tags-fold.ts'

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

import type { DatabaseSync } from 'node:sqlite'
import { createCountsFold } from './event-counts.ts'
import { createLifeCycleFold } from './life-cycle.ts'
import type { Fold } from './occurrences.ts'
import { createPeopleFold } from './people.ts'
import { createReleasesFold } from './releases.ts'
import { createSearchFold } from './search-text.ts'
import { createTagsFold } from './tags.ts'

/** They run in this order. Each prepares its statements once, for the life of the writer. */
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

import type { DatabaseSync } from 'node:sqlite'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { countEvents } from './event-counts.ts'
import { createLifeCycleAggregate } from './life-cycle.ts'
import type { Aggregate } from './occurrences.ts'
import { createReleasesAggregate } from './releases.ts'
import { createSearchAggregate } from './search-text.ts'
import { createTagsAggregate } from './tags.ts'
import { createUserAggregate } from './users.ts'
import { createWaitingStacksAggregate } from './waiting-stacks.ts'

/** They run in this order. Each prepares its statements once, for the life of the writer. */
export function createAggregates(connection: DatabaseSync): Aggregate[] {
  const run = createSqliteRows(connection)
  return [
    (occurrences) => run(countEvents(occurrences)),
    createUserAggregate(connection),
    createReleasesAggregate(connection),
    createLifeCycleAggregate(connection),
    createTagsAggregate(connection),
    createSearchAggregate(connection),
    createWaitingStacksAggregate(connection),
  ]
}

import type { DatabaseSync } from 'node:sqlite'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { countEvents } from './event-counts.ts'
import { createLifeCycleAggregate } from './life-cycle.ts'
import type { Aggregate } from './occurrences.ts'
import { countReleases } from './releases.ts'
import { rememberTexts } from './search-text.ts'
import { countTags } from './tags.ts'
import { countUsers, nameReleases } from './users.ts'
import { createWaitingStacksAggregate } from './waiting-stacks.ts'

/** They run in this order. Each prepares its statements once, for the life of the writer. */
export function createAggregates(connection: DatabaseSync): Aggregate[] {
  const run = createSqliteRows(connection)
  return [
    (occurrences) => run(countEvents(occurrences)),
    (occurrences) => run(countUsers(occurrences)),
    (occurrences) => run(nameReleases(occurrences)),
    (occurrences) => run(countReleases(occurrences)),
    createLifeCycleAggregate(connection),
    (occurrences) => run(countTags(occurrences)),
    (occurrences) => run(rememberTexts(occurrences)),
    createWaitingStacksAggregate(connection),
  ]
}

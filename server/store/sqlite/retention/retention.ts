import type { DatabaseSync } from 'node:sqlite'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { sweepAttachments } from '#server/store/maintenance/attachment-files.ts'
import { evictEvents } from '#server/store/maintenance/evict-events.ts'
import { expireHours } from '#server/store/maintenance/expire-hours.ts'
import { expireMonitors } from '#server/store/maintenance/expire-monitors.ts'
import { expireRows, FIRST_ROW } from '#server/store/maintenance/expire-rows.ts'
import { expireWaitingStacks } from '#server/store/maintenance/expire-waiting-stacks.ts'
import type { Deletion, Portions, Slice } from '#server/store/maintenance/slice.ts'
import { listRetention, type StoredRetention } from '#server/store/projects/project-retention.ts'
import { setSynchronous } from '#server/store/sqlite/pragmas.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { inTransaction } from '#server/store/sqlite/transaction.ts'
import { createVacuum } from './vacuum.ts'

export interface RetentionOptions {
  /** Of projects that have no number of their own. Undefined keeps everything. */
  retentionDays?: number | undefined
  /** The folder of the attachments' files. */
  attachments: string
  /** Milliseconds that pass, for the budget; not the time of day. */
  stopwatch?: () => number
  /** Deleting takes so long in one slice; the commit comes on top of it. */
  budgetMs?: number
}

/** A quarter of the 20 ms that a batch may have to wait: the rest is for writing what was changed. */
const BUDGET_MS = 5
/** Between two passes that look for what is old; those between look at how much there is. */
const WHOLE_PASS_EVERY_MS = 30 * MINUTE_MS
const PORTIONS: Portions = { rows: 16, events: 8, owners: 1 }

/** What the writer's thread does between batches; true while there is more to do. */
export type RetentionSlice = (now: number) => boolean

/** True while there is more to do. */
type Part = (slice: Slice) => boolean

/**
 * Deletes what a project has too much of, and what arrived longer ago than it is to be kept, in slices that no sender
 * notices. Issues stay, with their counters; so do the hours that their charts are drawn of.
 */
export function createRetention(connection: DatabaseSync, options: RetentionOptions): RetentionSlice {
  const { retentionDays, attachments, stopwatch = () => performance.now(), budgetMs = BUDGET_MS } = options
  const runSteps = createSqliteRows(connection)
  const passes = createPasses(connection, attachments, retentionDays)
  let retention: StoredRetention[] = []
  let wholePassAt = Number.NEGATIVE_INFINITY
  let parts: readonly Part[] = []
  let current = 0

  function begin(startedAt: number): void {
    retention = runSteps(listRetention(retentionDays))
    const isWhole = startedAt - wholePassAt >= WHOLE_PASS_EVERY_MS
    if (isWhole) wholePassAt = startedAt
    parts = isWhole ? passes.whole : passes.short
    current = 0
  }

  return (now) => {
    const startedAt = stopwatch()
    if (current === parts.length) begin(startedAt)
    const hasTime = () => stopwatch() - startedAt < budgetMs
    if (!parts[current]?.({ now, retention, hasTime, portions: PORTIONS })) current++
    return current < parts.length
  }
}

function createPasses(
  connection: DatabaseSync,
  attachments: string,
  retentionDays: number | undefined,
): Record<'whole' | 'short', readonly Part[]> {
  const runSteps = createSqliteRows(connection)
  const asPart =
    (deletion: Deletion): Part =>
    (slice) =>
      withoutSync(connection, () => inTransaction(connection, () => runSteps(deletion(slice))))
  const place = { ...FIRST_ROW }
  const vacuum = createVacuum(connection)
  const evictPart = asPart(evictEvents)
  const vacuumPart: Part = ({ hasTime }) =>
    withoutSync(connection, () => inTransaction(connection, () => vacuum(hasTime)))
  return {
    whole: [
      evictPart,
      asPart((slice) => expireRows(place, slice)),
      asPart((slice) => expireHours(retentionDays, slice)),
      asPart(expireMonitors),
      asPart(expireWaitingStacks),
      vacuumPart,
      createSweep(connection, attachments),
    ],
    short: [evictPart, vacuumPart],
  }
}

const FOLDERS = 256

function createSweep(connection: DatabaseSync, attachments: string): Part {
  const find = connection.prepare('select 1 from attachment where sha256 = ? limit 1')
  let next = 0
  return ({ hasTime }) => {
    for (; next < FOLDERS; next++) {
      if (!hasTime()) return true
      sweepAttachments(attachments, next, (sha256) => find.get(sha256) !== undefined)
    }
    next = 0
    return false
  }
}

/** What a power cut brings back can be deleted again, so a slice does not wait for the disk. */
function withoutSync<T>(connection: DatabaseSync, work: () => T): T {
  setSynchronous(connection, 'normal')
  try {
    return work()
  } finally {
    setSynchronous(connection, 'full')
  }
}

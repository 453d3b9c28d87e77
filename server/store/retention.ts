import type { DatabaseSync } from 'node:sqlite'
import { createHourExpiry } from './expire-hours.ts'
import { createRowExpiry } from './expire-rows.ts'
import { inTransaction } from './transaction.ts'
import { createVacuum } from './vacuum.ts'

export interface RetentionOptions {
  retentionDays: number
  /** Milliseconds that pass, for the budget; not the time of day. */
  stopwatch?: () => number
  /** For deleting in one slice; the commit comes on top of it. */
  budgetMs?: number
}

/** Less than half of the 20 ms that a batch may have to wait: the rest is for writing what was changed. */
const BUDGET_MS = 6
const DAY_MS = 86_400_000

/** What the writer's thread does between batches; true while there is more to do. */
export type RetentionSlice = (now: number) => boolean

/**
 * Deletes what arrived longer ago than it is to be kept, in slices that no sender notices. Issues stay, with their
 * counters; so do the hours that their charts are drawn of.
 */
export function createRetention(connection: DatabaseSync, options: RetentionOptions): RetentionSlice {
  const { retentionDays, stopwatch = () => performance.now(), budgetMs = BUDGET_MS } = options
  const expireRows = createRowExpiry(connection)
  const expireHours = createHourExpiry(connection)
  const vacuum = createVacuum(connection)
  const steps = [
    expireRows,
    expireHours,
    (_cutoff: number, _now: number, hasTime: () => boolean) => vacuum(hasTime),
  ]
  let current = 0

  return (now) => {
    const startedAt = stopwatch()
    const hasTime = () => stopwatch() - startedAt < budgetMs
    const step = steps[current]
    const isUnfinished = withoutSync(connection, () =>
      inTransaction(connection, () => step?.(now - retentionDays * DAY_MS, now, hasTime)),
    )
    if (!isUnfinished) current++
    if (current < steps.length) return true
    current = 0
    return false
  }
}

/** What a power cut brings back can be deleted again, so a slice does not wait for the disk. */
function withoutSync<T>(connection: DatabaseSync, work: () => T): T {
  connection.exec('pragma synchronous = normal')
  try {
    return work()
  } finally {
    connection.exec('pragma synchronous = full')
  }
}

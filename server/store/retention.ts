import type { DatabaseSync } from 'node:sqlite'
import { sweepAttachments } from './attachment-files.ts'
import { createHourExpiry } from './expire-hours.ts'
import { createRowExpiry } from './expire-rows.ts'
import { inTransaction } from './transaction.ts'
import { createVacuum } from './vacuum.ts'

export interface RetentionOptions {
  /** Undefined keeps everything; then only files that no row knows are deleted. */
  retentionDays?: number | undefined
  /** The folder of the attachments' files. */
  attachments: string
  /** Milliseconds that pass, for the budget; not the time of day. */
  stopwatch?: () => number
  /** For deleting in one slice; the commit comes on top of it. */
  budgetMs?: number
}

/** A quarter of the 20 ms that a batch may have to wait: the rest is for writing what was changed. */
const BUDGET_MS = 5
const DAY_MS = 86_400_000

/** What the writer's thread does between batches; true while there is more to do. */
export type RetentionSlice = (now: number) => boolean

/** True while there is more to do. */
type Step = (now: number, hasTime: () => boolean) => boolean

/**
 * Deletes what arrived longer ago than it is to be kept, in slices that no sender notices. Issues stay, with their
 * counters; so do the hours that their charts are drawn of.
 */
export function createRetention(connection: DatabaseSync, options: RetentionOptions): RetentionSlice {
  const { retentionDays, attachments, stopwatch = () => performance.now(), budgetMs = BUDGET_MS } = options
  const expirySteps = retentionDays === undefined ? [] : createExpirySteps(connection, retentionDays)
  const steps = [...expirySteps, createSweep(connection, attachments)]
  let current = 0

  return (now) => {
    const startedAt = stopwatch()
    const hasTime = () => stopwatch() - startedAt < budgetMs
    if (!steps[current]?.(now, hasTime)) current++
    if (current < steps.length) return true
    current = 0
    return false
  }
}

function createExpirySteps(connection: DatabaseSync, retentionDays: number): Step[] {
  const expireRows = createRowExpiry(connection)
  const expireHours = createHourExpiry(connection)
  const vacuum = createVacuum(connection)
  const cutoffAt = (now: number) => now - retentionDays * DAY_MS
  const steps: Step[] = [
    (now, hasTime) => expireRows(cutoffAt(now), now, hasTime),
    (now, hasTime) => expireHours(cutoffAt(now), now, hasTime),
    (_now, hasTime) => vacuum(hasTime),
  ]
  return steps.map(
    (step) => (now, hasTime) =>
      withoutSync(connection, () => inTransaction(connection, () => step(now, hasTime))),
  )
}

const FOLDERS = 256

function createSweep(connection: DatabaseSync, attachments: string): Step {
  const find = connection.prepare('select 1 from attachment where sha256 = ? limit 1')
  let next = 0
  return (_now, hasTime) => {
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
  connection.exec('pragma synchronous = normal')
  try {
    return work()
  } finally {
    connection.exec('pragma synchronous = full')
  }
}

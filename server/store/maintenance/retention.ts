import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { createRetentionReader, type StoredRetention } from '#server/store/projects/project-retention.ts'
import { setSynchronous } from '#server/store/sqlite/pragmas.ts'
import { inTransaction } from '#server/store/sqlite/transaction.ts'
import { createVacuum } from '#server/store/sqlite/vacuum.ts'
import { sweepAttachments } from './attachment-files.ts'
import { createEviction } from './evict-events.ts'
import { createHourExpiry } from './expire-hours.ts'
import { createMonitorExpiry } from './expire-monitors.ts'
import { createRowExpiry } from './expire-rows.ts'
import { createWaitingExpiry } from './expire-waiting-stacks.ts'

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

/** What the writer's thread does between batches; true while there is more to do. */
export type RetentionSlice = (now: number) => boolean

interface Pass {
  now: number
  retention: readonly StoredRetention[]
  hasTime: () => boolean
}

/** True while there is more to do. */
type Step = (pass: Pass) => boolean

/**
 * Deletes what a project has too much of, and what arrived longer ago than it is to be kept, in slices that no sender
 * notices. Issues stay, with their counters; so do the hours that their charts are drawn of.
 */
export function createRetention(connection: DatabaseSync, options: RetentionOptions): RetentionSlice {
  const { retentionDays, attachments, stopwatch = () => performance.now(), budgetMs = BUDGET_MS } = options
  const readRetention = createRetentionReader(connection, retentionDays)
  const passes = createPasses(connection, attachments, retentionDays)
  let retention: StoredRetention[] = []
  let wholePassAt = Number.NEGATIVE_INFINITY
  let steps: readonly Step[] = []
  let current = 0

  function begin(startedAt: number): void {
    retention = readRetention()
    const isWhole = startedAt - wholePassAt >= WHOLE_PASS_EVERY_MS
    if (isWhole) wholePassAt = startedAt
    steps = isWhole ? passes.whole : passes.short
    current = 0
  }

  return (now) => {
    const startedAt = stopwatch()
    if (current === steps.length) begin(startedAt)
    const hasTime = () => stopwatch() - startedAt < budgetMs
    if (!steps[current]?.({ now, retention, hasTime })) current++
    return current < steps.length
  }
}

function createPasses(
  connection: DatabaseSync,
  attachments: string,
  retentionDays: number | undefined,
): Record<'whole' | 'short', readonly Step[]> {
  const evict = createEviction(connection)
  const expireRows = createRowExpiry(connection)
  const expireHours = createHourExpiry(connection)
  const expireMonitors = createMonitorExpiry(connection)
  const expireWaiting = createWaitingExpiry(connection)
  const vacuum = createVacuum(connection)
  const asSlice =
    (step: Step): Step =>
    (pass) =>
      withoutSync(connection, () => inTransaction(connection, () => step(pass)))
  const evictStep = asSlice(({ retention, now, hasTime }) => evict(retention, now, hasTime))
  const rowStep = asSlice(({ retention, now, hasTime }) => expireRows(retention, now, hasTime))
  const hourStep = asSlice(
    ({ now, hasTime }) =>
      retentionDays !== undefined && expireHours(now - retentionDays * DAY_MS, now, hasTime),
  )
  const monitorStep = asSlice(({ now, hasTime }) => expireMonitors(now, hasTime))
  const waitingStep = asSlice(({ now, hasTime }) => expireWaiting(now, hasTime))
  const vacuumStep = asSlice(({ hasTime }) => vacuum(hasTime))
  const sweep = createSweep(connection, attachments)
  return {
    whole: [evictStep, rowStep, hourStep, monitorStep, waitingStep, vacuumStep, sweep],
    short: [evictStep, vacuumStep],
  }
}

const FOLDERS = 256

function createSweep(connection: DatabaseSync, attachments: string): Step {
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

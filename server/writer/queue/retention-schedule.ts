import { MINUTE_MS } from '#server/protocol/time.ts'
import type { ExpiryResult } from '#server/writer/messages.ts'

/** The start has enough to do. */
const FIRST_PASS_AFTER_MS = 5_000
/** Between two passes: a project may have more than it is to keep for as long. */
const PASS_EVERY_MS = MINUTE_MS
/** Between two slices: a fifth of the writer's time at most. */
const SLICE_EVERY_MS = 80

export interface RetentionSchedule {
  isDue(): boolean
  /** What a slice came to: the next one follows soon, or the next pass later. */
  note(result: ExpiryResult): void
  close(): void
}

/** When the writer's thread deletes what is old. Timers, not times of day: those jump. */
export function createRetentionSchedule(onDue: () => void): RetentionSchedule {
  let isDue = false
  let timer = fallDueAfter(FIRST_PASS_AFTER_MS)

  function fallDueAfter(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      isDue = true
      onDue()
    }, delayMs).unref()
  }

  return {
    isDue: () => isDue,
    note({ hasMore }) {
      isDue = false
      timer = fallDueAfter(hasMore ? SLICE_EVERY_MS : PASS_EVERY_MS)
    },
    close() {
      isDue = false
      clearTimeout(timer)
    },
  }
}

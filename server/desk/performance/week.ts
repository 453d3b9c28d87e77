import type { Change, MeasuredBuckets } from '#server/models/performance.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { MeasuredRow } from '#server/store/performance/rows.ts'
import { findChange } from './change.ts'
import { millisAt, summarizeByBucket } from './summary.ts'

/** A week is long enough to know each time of day. */
const WEEK_HOURS = 7 * 24

/** The week in which changes are looked for. The hour that has begun is left out: it is not whole. */
export function lastWeek(now: number): MeasuredBuckets {
  const end = Math.floor(now / HOUR_MS) * HOUR_MS
  return { start: end - WEEK_HOURS * HOUR_MS, stepMs: HOUR_MS, count: WEEK_HOURS }
}

/** The last day of a week. */
export function lastDayOf({ start, stepMs, count }: MeasuredBuckets): MeasuredBuckets {
  return { start: start + (count - 24) * stepMs, stepMs, count: 24 }
}

/** Finds where the p95 of a route changed, in milliseconds, in its rows of a week; undefined when it did not. */
export function changeOf(rows: readonly MeasuredRow[], week: MeasuredBuckets): Change | undefined {
  const points = summarizeByBucket(rows, week).map(({ sketch, quantity }, index) => ({
    hour: week.start / HOUR_MS + index,
    value: millisAt(sketch, 0.95) ?? 0,
    count: quantity,
  }))
  return findChange(points)
}

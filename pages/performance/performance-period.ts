import { chartZone } from '#renderer/format/chart-zone.ts'
import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import type { PagePeriod } from '#renderer/scope.ts'
import { bucketsOf, type TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'

/** Longer periods are read by day, which takes 24 times fewer rows. */
const LONGEST_IN_HOURS = 2 * DAY_MS
/** A single route can be read by hour for longer. */
const LONGEST_OF_ONE = 14 * DAY_MS
const LONGEST = 90 * DAY_MS

export interface PerformancePeriod {
  buckets: TimeBuckets
  /** True when the period is longer than what is shown. */
  isClipped: boolean
}

/**
 * Rounds the period to whole hours, or to whole days of UTC if it is long, and keeps as much of its end as
 * one page can merge.
 */
export function performancePeriod(
  { start, end }: PagePeriod,
  zone: string,
  { isOfOne = false }: { isOfOne?: boolean } = {},
): PerformancePeriod {
  const isClipped = end - start > LONGEST
  const period = { start: isClipped ? end - LONGEST : start, end }
  const isInHours = end - start <= (isOfOne ? LONGEST_OF_ONE : LONGEST_IN_HOURS)
  const buckets = isInHours
    ? bucketsOf(period, { leastMs: HOUR_MS, most: 60, zone: chartZone(zone, period) })
    : bucketsOf(period, { leastMs: DAY_MS, most: 92 })
  return { buckets, isClipped }
}

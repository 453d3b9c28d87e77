import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import type { PagePeriod } from '#renderer/scope.ts'
import { bucketsOf, type TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'

/** Beyond, days are read: 24 times fewer rows. */
const LONGEST_IN_HOURS = 2 * DAY_MS
/** Of one route hours can be read for longer. */
const LONGEST_OF_ONE = 14 * DAY_MS
const LONGEST = 90 * DAY_MS

export interface PerformancePeriod {
  buckets: TimeBuckets
  /** There is more than is shown. */
  isClipped: boolean
}

/** A period in whole hours, or in whole days where it is long; as much of its end as can be merged for a page. */
export function performancePeriod(
  { start, end }: PagePeriod,
  { isOfOne = false }: { isOfOne?: boolean } = {},
): PerformancePeriod {
  const isClipped = end - start > LONGEST
  const period = { start: isClipped ? end - LONGEST : start, end }
  const isInHours = end - start <= (isOfOne ? LONGEST_OF_ONE : LONGEST_IN_HOURS)
  const buckets = isInHours
    ? bucketsOf(period, { leastMs: HOUR_MS, most: 60 })
    : bucketsOf(period, { leastMs: DAY_MS, most: 92 })
  return { buckets, isClipped }
}

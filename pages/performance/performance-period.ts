import type { Period } from '#renderer/scope.ts'
import { bucketsOf, type TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Beyond, days are read: 24 times fewer rows. */
const LONGEST_IN_HOURS = 2 * DAY
/** Of one route hours can be read for longer. */
const LONGEST_OF_ONE = 14 * DAY
const LONGEST = 90 * DAY

export interface PerformancePeriod {
  buckets: TimeBuckets
  /** There is more than is shown. */
  isClipped: boolean
}

/** A period in whole hours, or in whole days where it is long; as much of its end as can be merged for a page. */
export function performancePeriod(
  { start, end }: Period,
  { isOfOne = false }: { isOfOne?: boolean } = {},
): PerformancePeriod {
  const isClipped = end - start > LONGEST
  const period = { start: isClipped ? end - LONGEST : start, end }
  const isInHours = end - start <= (isOfOne ? LONGEST_OF_ONE : LONGEST_IN_HOURS)
  const buckets = isInHours
    ? bucketsOf(period, { leastMs: HOUR, most: 60 })
    : bucketsOf(period, { leastMs: DAY, most: 92 })
  return { buckets, isClipped }
}

import { MINUTE_MS } from '#renderer/format/time-units.ts'
import { formatPeriod } from '#renderer/layout/menus/period-text.ts'
import type { TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'

/** The period before, of the same length. */
export interface ComparedPeriod {
  /** Its two ends. */
  text: string
  /**
   * How much of the period's last part is over. Counts of the period before are reduced to it: otherwise each hour
   * would begin with fewer requests than the one before.
   */
  elapsed: number
}

/** The minutes of the buckets that are over. */
export function elapsedMinutes({ start, end }: TimeBuckets, now: number): number {
  return Math.max(1, (Math.min(end, now) - start) / MINUTE_MS)
}

export function comparedPeriod(buckets: TimeBuckets, now: number, zone: string): ComparedPeriod {
  const { start, end } = buckets
  return {
    text: formatPeriod({ start: start - (end - start), end: start }, zone),
    elapsed: elapsedMinutes(buckets, now) / ((end - start) / MINUTE_MS),
  }
}

import type { TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import type { ChartZone } from '#renderer/ui/chart/draw/time-zone.ts'
import { UTC } from '#renderer/ui/chart/draw/time-zone.ts'
import { wallTime } from './wall-time.ts'

/**
 * Returns the reader's time zone for a chart. Asking for an offset is slow, so it happens once where the
 * offset is the same over the whole chart.
 */
export function chartZone(zone: string, { start, end }: Pick<TimeBuckets, 'start' | 'end'>): ChartZone {
  if (zone === UTC.name) return UTC
  const offsetAt = (time: number) => wallTime(time, zone) - time
  const offset = offsetAt(start)
  return { name: zone, offsetAt: offset === offsetAt(end) ? () => offset : offsetAt }
}

import type { TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import type { ChartZone } from '#renderer/ui/chart/draw/time-zone.ts'
import { UTC } from '#renderer/ui/chart/draw/time-zone.ts'
import { wallTime } from './wall-time.ts'

/** The reader's zone for charts of some time. To ask for an offset is dear: once, where it is the same all along. */
export function chartZone(zone: string, { start, end }: Pick<TimeBuckets, 'start' | 'end'>): ChartZone {
  if (zone === UTC.name) return UTC
  const offsetAt = (time: number) => wallTime(time, zone) - time
  const offset = offsetAt(start)
  return { name: zone, offsetAt: offset === offsetAt(end) ? () => offset : offsetAt }
}

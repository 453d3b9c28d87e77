import type { TimeBuckets } from './ui/chart/time-buckets.ts'
import type { ChartZone } from './ui/chart/time-zone.ts'
import { UTC } from './ui/chart/time-zone.ts'
import { wallTime } from './wall-time.ts'

/** The reader's zone for charts of some time. To ask for an offset is dear: once, where it is the same all along. */
export function chartZone(zone: string, { start, end }: Pick<TimeBuckets, 'start' | 'end'>): ChartZone {
  if (zone === UTC.name) return UTC
  const offsetAt = (time: number) => wallTime(time, zone) - time
  const offset = offsetAt(start)
  return { name: zone, offsetAt: offset === offsetAt(end) ? () => offset : offsetAt }
}

import { HOUR_MS } from '#renderer/format/time-units.ts'
import { wallTime } from '#renderer/format/wall-time.ts'
import * as say from '#renderer/texts/performance.ts'

/** Says since when something is true, in the reader's time zone. `hour` is whole hours since the epoch. */
export function sinceOf(hour: number, now: number, zone: string): string {
  return say.since(wallTime(hour * HOUR_MS, zone), wallTime(now, zone), zone)
}

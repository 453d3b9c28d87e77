import { wallTime } from '#renderer/format/wall-time.ts'
import * as say from '#renderer/texts/performance.ts'

const HOUR_MS = 3_600_000

/** Since when something is so, by the reader's clock; `hour` is whole hours since the epoch. */
export function sinceOf(hour: number, now: number, zone: string): string {
  return say.since(wallTime(hour * HOUR_MS, zone), wallTime(now, zone), zone)
}

import * as say from '../../renderer/texts/performance.ts'
import { wallTime } from '../../renderer/wall-time.ts'

const HOUR_MS = 3_600_000

/** Since when something is so, by the reader's clock; `hour` is whole hours since the epoch. */
export function sinceOf(hour: number, now: number, zone: string): string {
  return say.since(wallTime(hour * HOUR_MS, zone), wallTime(now, zone), zone)
}

import { unknownTime } from '#renderer/texts/frame/time.ts'
import { formatClock, formatDate, formatDay, formatSeconds, isTime } from './format.ts'
import { HOUR_MS, MINUTE_MS } from './time-units.ts'
import { wallTime } from './wall-time.ts'

// All times of all pages are written here, in one form and in one zone: the reader's.

/** Whoever looks at the page. */
export interface Reader {
  /** An IANA time zone. */
  zone: string
}

/** The default until a browser has told its zone. */
export const anyReader: Reader = { zone: 'UTC' }

/** `4 Mar 2026, 14:36:09 UTC+1`: a time that stands alone names how far its clock is ahead. */
export function formatReaderTime(time: number, { zone }: Reader): string {
  const wall = wallTime(time, zone)
  return isTime(wall) ? `${formatDate(wall)}, ${formatSeconds(wall)} ${offsetName(wall - time)}` : unknownTime
}

/** For the rows of a list: `14:36:09` today, `20 Nov, 14:36` on another day, `20 Nov 2025` in another year. */
export function formatRowTime(time: number, now: number, { zone }: Reader): string {
  if (!isTime(time)) return unknownTime
  const wall = wallTime(time, zone)
  const [date, today] = [formatDate(wall), formatDate(wallTime(isTime(now) ? now : time, zone))]
  if (date === today) return formatSeconds(wall)
  return date.slice(-4) === today.slice(-4) ? `${formatDay(wall)}, ${formatClock(wall)}` : date
}

/** `14:36`, and `14:36 UTC` where the zone is not the reader's own: a page says that once. */
export function formatZonedClock(wall: number, zone: string): string {
  return zone === anyReader.zone ? `${formatClock(wall)} ${zone}` : formatClock(wall)
}

/** `UTC`, `UTC+1`, `UTC−3:30`. */
function offsetName(offsetMs: number): string {
  if (offsetMs === 0) return 'UTC'
  const minutes = Math.round((Math.abs(offsetMs) % HOUR_MS) / MINUTE_MS)
  const hours = Math.floor(Math.abs(offsetMs) / HOUR_MS)
  return `UTC${offsetMs < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

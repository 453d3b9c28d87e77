import { formatCount } from '#renderer/format/format.ts'

const HOUR = 60
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** `90 minutes`, `1 hour`, `2 days`, `1 week`: a number of minutes in its largest whole unit. */
export function formatSpan(minutes: number): string {
  if (minutes > 0 && minutes % WEEK === 0) return formatCount(minutes / WEEK, 'week')
  if (minutes > 0 && minutes % DAY === 0) return formatCount(minutes / DAY, 'day')
  if (minutes > 0 && minutes % HOUR === 0) return formatCount(minutes / HOUR, 'hour')
  return formatCount(minutes, 'minute')
}

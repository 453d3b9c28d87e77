import { formatClockTime, formatDate } from '../../format.ts'

const HOUR_MS = 3_600_000

/** `21 Nov 2026, 14:00 UTC`; a day alone where a bar stands for one or more. */
export function hourName(hour: number, step = 1): string {
  const time = hour * HOUR_MS
  const date = formatDate(time)
  return step >= 24 ? date : `${date}, ${formatClockTime(time).slice(0, 5)} UTC`
}

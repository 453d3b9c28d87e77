import * as say from '#renderer/texts/frame/time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.ts'
import { wallTime } from './wall-time.ts'

// Formats numbers and times without the language data of Intl, because server and browser must write the
// same text. Dates and times of day are passed as wall time (wall-time.ts): reader-time.ts does that.

/** The latest time that a Date can hold. */
const LAST_TIME = 8.64e15

/** `2,418`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return say.unknown
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `2,418`, `12.4k`, `3.1M`: at most five characters below a billion, for narrow columns. */
export function formatCompactNumber(value: number): string {
  if (!(value >= 10_000) || !Number.isFinite(value)) return formatNumber(value)
  if (value < 999_500) return `${scaled(value / 1e3)}k`
  if (value < 999_500_000) return `${scaled(value / 1e6)}M`
  return `${scaled(value / 1e9)}B`
}

/** `1 event`, `2,418 events`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `2 min ago`, or the reader's date after 60 days. A clock that runs ahead gives `in 2 min`. */
export function formatRelativeTime(time: number, now: number, { zone }: { zone: string }): string {
  if (!isTime(time)) return say.atUnknownTime
  const elapsed = now - time
  if (Math.abs(elapsed) < 10 * SECOND_MS) return say.justNow
  if (Math.abs(elapsed) >= 60 * DAY_MS) return formatDate(wallTime(time, zone))
  return elapsed > 0 ? formatAge(elapsed) + say.ago : say.inTime + formatAge(-elapsed)
}

/** The largest whole unit: `12 s`, `2 min`, `3 h`, `14 d`. */
export function formatAge(durationMs: number): string {
  const duration = Math.max(0, durationMs)
  if (!Number.isFinite(duration)) return say.unknown
  if (duration < MINUTE_MS) return `${Math.floor(duration / SECOND_MS)} ${say.second}`
  if (duration < HOUR_MS) return `${Math.floor(duration / MINUTE_MS)} ${say.minute}`
  if (duration < DAY_MS) return `${Math.floor(duration / HOUR_MS)} ${say.hour}`
  return `${formatNumber(Math.floor(duration / DAY_MS))} ${say.day}`
}

/** `14:36`. */
export function formatClock(wall: number): string {
  return clockTime(wall, '14:36'.length)
}

/** `14:36:09`. */
export function formatSeconds(wall: number): string {
  return clockTime(wall, '14:36:09'.length)
}

/** `14:36:09.120`. */
export function formatMilliseconds(wall: number): string {
  return clockTime(wall, '14:36:09.120'.length)
}

/** `4 Mar`. */
export function formatDay(wall: number): string {
  return formatDate(wall).replace(/ \d+$/, '')
}

/** `4 Mar 2026`. */
export function formatDate(wall: number): string {
  if (!isTime(wall)) return say.unknownDate
  const date = new Date(wall)
  return `${date.getUTCDate()} ${say.MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** The value for `<time dateTime>`; undefined for an invalid time. */
export function formatMachineTime(time: number): string | undefined {
  return isTime(time) ? new Date(time).toISOString() : undefined
}

/** Shortens a text of any size to `maxCharacters`. It never splits a surrogate pair. */
export function clipText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  return `${text
    .slice(0, maxCharacters - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}

/** False for a number that a Date cannot hold. */
export function isTime(time: number): boolean {
  return Math.abs(time) <= LAST_TIME
}

/** ISO 8601 ends with the time of day, for any year. */
function clockTime(wall: number, length: number): string {
  return isTime(wall) ? new Date(wall).toISOString().slice(-13).slice(0, length) : say.unknownTime
}

function scaled(value: number): string {
  return value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.ts'

// Formats numbers and times without Intl and without the local time zone, because server and browser must
// write the same text.

import * as say from '#renderer/texts/frame/time.ts'

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

/** `2 min ago`, or the date after 60 days. A clock that runs ahead gives `in 2 min`. */
export function formatRelativeTime(time: number, now: number): string {
  if (!isTime(time)) return say.atUnknownTime
  const elapsed = now - time
  if (Math.abs(elapsed) < 10 * SECOND_MS) return say.justNow
  if (Math.abs(elapsed) >= 60 * DAY_MS) return formatDate(time)
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

/** `4 Mar 2026, 14:36:09 UTC`. */
export function formatExactTime(time: number): string {
  return isTime(time) ? `${formatDate(time)}, ${clockTime(time, false)}${say.utc}` : say.unknownTime
}

/** `14:36:09.120`, for times within one page's day. */
export function formatClockTime(time: number): string {
  return isTime(time) ? clockTime(time, true) : say.unknownTime
}

/** `4 Mar 2026`. */
export function formatDate(time: number): string {
  if (!isTime(time)) return say.unknownDate
  const date = new Date(time)
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

function isTime(time: number): boolean {
  return Math.abs(time) <= LAST_TIME
}

function clockTime(time: number, isExact: boolean): string {
  const ofDay = ((time % DAY_MS) + DAY_MS) % DAY_MS
  const clock = [ofDay / HOUR_MS, (ofDay % HOUR_MS) / MINUTE_MS, (ofDay % MINUTE_MS) / SECOND_MS]
    .map(twoDigits)
    .join(':')
  return isExact ? `${clock}.${String(Math.floor(ofDay % SECOND_MS)).padStart(3, '0')}` : clock
}

function twoDigits(value: number): string {
  return value < 10 ? `0${Math.floor(value)}` : String(Math.floor(value))
}

function scaled(value: number): string {
  return value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}

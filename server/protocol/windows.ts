/** The windows of limits: whole minutes, hours and months of UTC, so that counts can be read from the store. */
export const WINDOWS = ['minute', 'hour', 'month'] as const

export type LimitWindow = (typeof WINDOWS)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Milliseconds since the epoch. */
export function windowAt(window: LimitWindow, now: number): { start: number; end: number } {
  if (window === 'month') return { start: startOfMonth(now), end: startOfMonth(now, 1) }
  const lengthMs = window === 'minute' ? MINUTE_MS : HOUR_MS
  const start = Math.floor(now / lengthMs) * lengthMs
  return { start, end: start + lengthMs }
}

export function startOfMonth(now: number, monthsLater = 0): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}

/** The year 9999: what dates can be written for. */
export const LATEST_SECONDS = 253_402_300_799
/** The year 2242, and the last round number of microseconds that a double holds exactly. */
export const LATEST_MICROS = 8_600_000_000_000_000

/** Seconds since the epoch, or an ISO date; one without a zone is UTC, as old Python SDKs send it. */
export function parseInstant(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? parseTime(value) : value
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= LATEST_SECONDS)) return undefined
  return seconds
}

/** Parses the same into whole microseconds, which a `Date` would cut off. */
export function parseMicros(value: unknown): number | undefined {
  const seconds = parseInstant(value)
  if (seconds === undefined) return undefined
  const fraction = typeof value === 'string' ? /:\d\d\.(\d{1,6})/.exec(value)?.[1] : undefined
  const micros =
    fraction === undefined
      ? Math.round(seconds * 1e6)
      : Math.floor(seconds) * 1e6 + Number(fraction.padEnd(6, '0'))
  return micros <= LATEST_MICROS ? micros : undefined
}

function parseTime(text: string): number | undefined {
  const trimmed = text.trim()
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed)
  if (!/^\d{4}-\d\d-\d\d/.test(trimmed)) return undefined
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(trimmed.slice(10))
  const ms = Date.parse(hasZone || trimmed.length === 10 ? trimmed : `${trimmed}Z`)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

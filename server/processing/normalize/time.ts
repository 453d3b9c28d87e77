/** The year 9999: what dates can be written for. */
const LATEST_SECONDS = 253_402_300_799

/** Seconds since the epoch, or an ISO date; one without a zone is UTC, as old Python SDKs send it. */
export function readTime(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? parseTime(value) : value
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= LATEST_SECONDS)) return undefined
  return seconds
}

function parseTime(text: string): number | undefined {
  const trimmed = text.trim()
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed)
  if (!/^\d{4}-\d\d-\d\d/.test(trimmed)) return undefined
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(trimmed.slice(10))
  const ms = Date.parse(hasZone || trimmed.length === 10 ? trimmed : `${trimmed}Z`)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }
const LONGEST_MS = 92 * UNITS_MS.d

/** Milliseconds since the epoch; the end is not part of it. */
export interface ApiPeriod {
  start: number
  end: number
}

/**
 * Reads Sentry's `statsPeriod` (`24h`), or `start` and `end` (ISO 8601, in UTC without an offset). A period has 92 days
 * at most, since counts are sums of hourly rows.
 */
export function parsePeriod(
  query: Record<string, unknown>,
  now: number,
  ownPeriod = '24h',
): ApiPeriod | { refusal: string } {
  const [statsPeriod, start, end] = [query.statsPeriod, query.start, query.end].map(
    (given) => (given === '' ? undefined : given), // clients send what was not chosen as nothing
  )
  if (start !== undefined || end !== undefined) return parseRange(start, end, now)
  const asked = statsPeriod ?? ownPeriod
  const [, amount, unit] = (typeof asked === 'string' && /^(\d{1,6})([smhdw])$/.exec(asked)) || []
  const length = Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS] // The pattern has no other unit.
  if (amount === undefined || length === 0 || length > LONGEST_MS) {
    return {
      refusal: `statsPeriod is ${JSON.stringify(asked)}, which is not a period like 30m, 24h or 14d, up to 92d`,
    }
  }
  return { start: now - length, end: now }
}

function parseRange(from: unknown, to: unknown, now: number): ApiPeriod | { refusal: string } {
  const end = to === undefined ? now : parseTimeParameter(to)
  if (end === undefined) return { refusal: `end is ${JSON.stringify(to)}, which is not a time` }
  const start = from === undefined ? end - UNITS_MS.d : parseTimeParameter(from)
  if (start === undefined) return { refusal: `start is ${JSON.stringify(from)}, which is not a time` }
  if (end <= start) return { refusal: 'the period ends before it begins' }
  return end - start > LONGEST_MS ? { refusal: 'the period is longer than 92 days' } : { start, end }
}

function parseTimeParameter(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const hasOffset = /(z|[+-]\d\d:?\d\d)$/i.test(text)
  const time = Date.parse(/T/i.test(text) && !hasOffset ? `${text}Z` : text)
  return Number.isFinite(time) ? time : undefined
}

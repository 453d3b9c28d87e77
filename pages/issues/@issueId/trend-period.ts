import { chartZone } from '#renderer/format/chart-zone.ts'
import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import { formatPeriod } from '#renderer/layout/menus/period-text.ts'
import { parseScope } from '#renderer/scope.ts'
import { trend as say } from '#renderer/texts/issues/event.ts'
import { bucketsOf, type TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import type { ShownTrendRange } from '#renderer/views/issue/trend/trend-text.ts'

/** Only the end of a longer period is read. */
const LONGEST_MS = 90 * DAY_MS
/** The largest number of days that one request can ask for. */
const MOST_BARS = 92
const NO_PARAMS: Record<string, string> = {}

export interface TrendPeriod {
  range: ShownTrendRange
  /** Each bucket is a number of whole hours, or of minutes in a period of less than a day. */
  buckets: TimeBuckets
  /** Says why the page shows another period than the address asks for. */
  refusal: string | null
  /** The address parameters that select this period. */
  periodParams: Record<string, string>
}

/**
 * Returns the period that the address asks for. The default is a day for a new issue and two weeks for any
 * other, so that the effect of releases can be seen.
 */
export function trendPeriod(
  parameters: URLSearchParams,
  { now, firstSeen, zone }: { now: number; firstSeen: number; zone: string },
): TrendPeriod {
  const ownPeriod = now - firstSeen < DAY_MS ? '24h' : '14d'
  const { scope, refusal } = parseScope(parameters, now, ownPeriod)
  const { start, end, statsPeriod } = scope.period
  if (statsPeriod !== undefined && end - start >= DAY_MS) {
    const isDay = end - start <= DAY_MS
    const buckets = upToNow(now, isDay ? { count: 24, stepMs: HOUR_MS } : { count: 56, stepMs: 6 * HOUR_MS })
    const periodParams = parameters.has('statsPeriod') && refusal === null ? { statsPeriod } : NO_PARAMS
    const usual = isDay ? ({ range: '24h' } as const) : ({ range: '14d' } as const)
    return { ...usual, buckets, refusal, periodParams }
  }
  const shownEnd = Math.max(start + 1, Math.min(end, now))
  const shown = { start: Math.max(start, shownEnd - LONGEST_MS), end: shownEnd }
  const options = { zone: chartZone(zone, shown) }
  const buckets =
    shownEnd - shown.start < DAY_MS
      ? bucketsOf(statsPeriod === undefined ? shown : inHours(shown, now), options)
      : bucketsOf(shown, { leastMs: HOUR_MS, most: MOST_BARS, ...options })
  const periodParams: Record<string, string> =
    statsPeriod === undefined ? rangeParameters(start, end) : { statsPeriod }
  return { range: 'chosen', buckets, refusal, periodParams }
}

/** Extends a period to whole hours, but not beyond now: the list of issues counts whole hours, too. */
function inHours({ start, end }: { start: number; end: number }, now: number) {
  const lastEnd = Math.ceil(end / HOUR_MS) * HOUR_MS
  return { start: Math.floor(start / HOUR_MS) * HOUR_MS, end: Math.max(end, Math.min(lastEnd, now + 1)) }
}

interface Named {
  range: ShownTrendRange
  /** The bars that are shown. They are hours if minutes could not be counted. */
  buckets: TimeBuckets
}

/** Names the period: `24 hours`, or `14 Nov, 10:00 to 12:00`. Users get a period of their own if theirs is longer. */
export function namesOfTrend(
  { range, buckets }: Named,
  { now, zone }: { now: number; zone: string },
): { name: string; users: string | null } {
  if (range !== 'chosen') return { name: range === '24h' ? say.day : say.fortnight, users: null }
  const { start, stepMs } = buckets
  const end = buckets.end > now && stepMs < HOUR_MS ? now : buckets.end
  const isInHours = start % HOUR_MS === 0 && (end % HOUR_MS === 0 || end === now)
  const hours = {
    start: Math.floor(start / HOUR_MS) * HOUR_MS,
    end: end === now ? now : Math.ceil(end / HOUR_MS) * HOUR_MS,
  }
  return { name: formatPeriod({ start, end }, zone), users: isInHours ? null : formatPeriod(hours, zone) }
}

/** The last bar is still being counted. */
function upToNow(now: number, { count, stepMs }: { count: number; stepMs: number }): TimeBuckets {
  const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
  return { start: end - count * stepMs, end, stepMs, count }
}

function rangeParameters(start: number, end: number): Record<string, string> {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

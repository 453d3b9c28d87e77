import { formatCount, formatDate, formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatZonedClock } from '#renderer/format/reader-time.ts'

// The texts of the performance pages.

export const slower = 'slower'
export const faster = 'faster'
export const title = 'Performance'
export const intro =
  'How long your routes take, and how often they fail. Percentiles are accurate to within 1 %.'
export const routes = 'Routes'
export const first = 'First'
export const moreRoutes = 'More routes'
export const throughput = 'Requests'
export const answered = 'Answered'
export const failed = 'Failed'
export const search = {
  label: 'Search routes by name',
  placeholder: 'GET /checkout',
  button: 'Search',
} as const
export const noRouteFound = 'No routes match.'
export const otherNames = 'Other names'
export const percentilesOverTime = 'Percentiles over time'
export const distribution = 'Request duration'
export const examples = 'Examples'
export const timeSpent = 'Where the time goes'
export const timeSpentNote = 'self time in typical requests'
export const vitals = 'Web Vitals'
export const vitalsNote = '75th percentile, rated by web.dev thresholds'
export const queries = 'Queries that take the most time'
export const prefetches = 'Navigations'
export const prefetchesNote = 'by prefetch state'
export const changes = 'Changes in the last seven days'
export const slowestTrace = 'slowest'
export const noExamples = 'Traces from this period are no longer stored.'
export const wholePeriod = 'Overview'
export const allRoutes = 'All routes'
export const spark = 'p95 over time'
export const clipped = 'Only the last 90 days are shown.'

export const columns = {
  name: 'Route',
  spark: 'p95 over time',
  count: 'Requests',
  rate: 'Rate',
  p50: 'p50',
  p75: 'p75',
  p95: 'p95',
  failures: 'Failed',
  time: 'Total time',
  query: 'Query',
  trace: 'Trace',
  work: 'Work',
  share: 'Share',
  perRequest: 'Per request',
}

export const exampleKinds = { fast: 'Fastest', usual: 'Typical', slow: 'Slowest' }

export const vitalNames = {
  lcp: 'Largest Contentful Paint',
  inp: 'Interaction to Next Paint',
  cls: 'Cumulative Layout Shift',
  fcp: 'First Contentful Paint',
  ttfb: 'Time to First Byte',
}

export const prefetchNames = {
  fresh: 'Prefetched, shown at once',
  stale: 'Prefetched, shown, then reloaded',
  missed: 'Loaded after the click',
}

export const none = 'No requests in this period'
export const noneText = 'Try a longer period or another environment.'

export function ofRoutes(count: number): string {
  return formatCount(count, 'route')
}

export function visits(count: number): string {
  return formatCount(count, 'visit')
}

export function share(percent: string, rating: string): string {
  return `${percent} ${rating}`
}

export function goodUpTo(limit: string): string {
  return `good up to ${limit}`
}

/** `p95 rose from 120 ms to 340 ms`. */
export function changed({ before, after }: { before: number; after: number }): string {
  return `p95 ${after > before ? 'rose' : 'fell'} from ${formatDuration(before)} to ${formatDuration(after)}`
}

/** `since 14:00` for today, else with the date. Both times as the zone's clocks show them. */
export function since(time: number, now: number, zone: string): string {
  const clock = formatZonedClock(time, zone)
  return formatDate(time) === formatDate(now) ? `since ${clock}` : `since ${formatDate(time)}, ${clock}`
}

export function after(version: string, environment: string | null): string {
  return environment === null ? `after release ${version}` : `after ${version} was deployed to ${environment}`
}

/** `12 / min`, `5.4 / h`, `3 / day`: in the first of these units in which it is one or more. */
export function rate(count: number, minutes: number): string {
  const [each, unit] = rateUnit(count / minutes)
  const text = each >= 10 ? formatNumber(Math.round(each)) : String(Number(each.toFixed(1)))
  return `${each > 0 && text === '0' ? '<0.1' : text} / ${unit}`
}

function rateUnit(aMinute: number): [each: number, unit: string] {
  if (aMinute >= 1) return [aMinute, 'min']
  if (aMinute * 60 >= 1) return [aMinute * 60, 'h']
  return [aMinute * 60 * 24, 'day']
}

/** `compared with 21 Nov, 08:00 to 22 Nov, 08:00`. */
export function comparedWith(period: string): string {
  return `compared with ${period}`
}

export const before = {
  requests: 'Requests before',
  p95: 'p95 before',
}

// What a number's difference says to those who do not see its sign and colour.

export function differs({ isMore, size, from }: { isMore: boolean; size: string; from: string }): string {
  return `, ${size} ${isMore ? 'more' : 'less'} than ${from} before`
}

export function sameAs(from: string): string {
  return `, the same as ${from} before`
}

/** On hover. */
export function earlierWas(from: string): string {
  return `${from} in the period before`
}

export const noValue = '–'

export const isNew = 'new'
export const notBefore = 'Nothing was measured in the period before'
/** A difference of two shares, in percentage points: `+2.1 pts`. */
export const points = 'pts'

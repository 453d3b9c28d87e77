import { formatClockTime, formatCount, formatDate, formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'

// What the pages about performance say.

export const slower = 'slower'
export const faster = 'faster'
export const title = 'Performance'
export const intro =
  'How long your routes take, and how often they fail: percentiles are right within 1 %, whatever the number of requests.'
export const routes = 'Routes'
export const first = 'First'
export const moreRoutes = 'More routes'
export const throughput = 'Requests'
export const answered = 'Answered'
export const failed = 'Failed'
export const search = 'Search'
export const searchRoutes = 'Search routes by name'
export const searchPlaceholder = 'GET /checkout'
export const noRouteFound = 'No route has this in its name.'
export const otherNames = 'All other names'
export const percentilesOverTime = 'Percentiles over time'
export const distribution = 'How long requests took'
export const examples = 'Examples'
export const timeSpent = 'What takes the time'
export const timeSpentNote = 'in the usual and slow examples, without what ran below'
export const vitals = 'Web Vitals'
export const vitalsNote = 'the 75th percentile, by the thresholds of web.dev'
export const queries = 'Queries that take the most time'
export const prefetches = 'Navigations'
export const prefetchesNote = 'by what was there of the page when its visitor asked for it'
export const changes = 'What changed in the last seven days'
export const slowestTrace = 'slowest'
export const noExamples = 'The traces of this time are not stored any more.'
export const againstBefore = 'against the period before'
export const wholePeriod = 'The whole period'
export const allRoutes = 'All routes'
export const spark = 'p95 over the period'
export const clipped = 'The last 90 days of the period are shown: more is not merged at once.'

export const columns = {
  name: 'Route',
  spark: 'p95 over time',
  count: 'Requests',
  rate: 'A minute',
  p50: 'p50',
  p75: 'p75',
  p95: 'p95',
  failures: 'Failed',
  time: 'Total time',
  query: 'Query',
  trace: 'Trace',
  work: 'Work',
  share: 'Share',
  perTrace: 'In a trace',
}

export const exampleKinds = { fast: 'Fastest', usual: 'Usual', slow: 'Slowest' }

export const vitalNames = {
  lcp: 'Largest Contentful Paint',
  inp: 'Interaction to Next Paint',
  cls: 'Cumulative Layout Shift',
  fcp: 'First Contentful Paint',
  ttfb: 'Time to First Byte',
}

export const prefetchNames = {
  fresh: 'Prefetched, and shown at once',
  stale: 'Prefetched, shown and loaded anew',
  missed: 'Loaded after the click',
}

export const emptyTitle = 'Nothing was measured in this time'
export const empty =
  'Routes stand here as soon as transactions arrive: set a sample rate where your application starts its SDK.'
export const emptySnippet = 'instrument.mjs'

export function tracingSnippet(): string {
  return `Sentry.init({
  dsn: '…',
  tracesSampleRate: 1.0, // of all requests; less where there are very many
})`
}

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
  const clock = `${formatClockTime(time).slice(0, 5)}${zone === 'UTC' ? ' UTC' : ''}`
  return formatDate(time) === formatDate(now) ? `since ${clock}` : `since ${formatDate(time)}, ${clock}`
}

export function after(version: string, environment: string | null): string {
  return environment === null ? `after release ${version}` : `after ${version} was deployed to ${environment}`
}

/** `12`, `1.4`, `0.06`. */
export function rate(count: number, minutes: number): string {
  const each = count / minutes
  return each >= 10 ? formatNumber(each) : String(Number(each.toFixed(each >= 1 ? 1 : 2)))
}

export function perMinute(count: number, minutes: number): string {
  return `${rate(count, minutes)} a minute`
}

import { formatCount, formatNumber } from '#renderer/format/format.ts'

export const title = 'Metrics'
export const intro = 'Counters, gauges and histograms of your applications.'
export const search = {
  label: 'Search metrics by name',
  placeholder: 'http.server',
  button: 'Search',
} as const
export const byName = 'By name'
export const trend = 'Trend'
export const none = 'No metrics match in this period'
export const noneText = 'Try a longer period or fewer filters.'
export const allMetrics = 'All metrics'
export const first = 'First'
export const more = 'More metrics'
export const partial = 'There are too many metrics to search them all. Choose a project to see more.'

export const columns = {
  name: 'Metric',
  trend: 'Trend',
  kind: 'Type',
  from: 'From',
  points: 'Points',
  newest: 'Latest value',
}

export const kinds = {
  counter: 'counter',
  total: 'running total',
  gauge: 'gauge',
  distribution: 'histogram',
} as const

/** `1,204`, or `10,000+` where counting ended. */
export function points({ count, isMore }: { count: number; isMore: boolean }): string {
  return `${formatNumber(count)}${isMore ? '+' : ''}`
}

export const statistics = {
  sum: 'Sum',
  rate: 'Rate per minute',
  count: 'Count',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  last: 'Latest',
  p50: 'p50',
  p95: 'p95',
} as const

/** The same over the whole period, where a rate names its own unit of time. */
export const facts = { ...statistics, rate: 'Rate' } as const
export const others = 'Other series'

export const value = 'Show'
export const overview = 'Overview'
export const groupBy = 'Group by'
export const noGroup = 'No grouping'
export const filter = 'Filter'
export const filterPlaceholder = 'http.route:/cart environment:production'
export const apply = 'Apply'
export const wholePeriod = 'Whole period'
export const overTime = 'Over time'
export const countOverTime = 'Count over time'
export const series = 'Series'
export const noAttribute = 'without this attribute'
export const exemplars = 'Exemplars'
export function exemplarsNote(shown: number, all: number, isSample: boolean): string {
  const measurements = `${formatCount(all, 'measurement')} with a trace`
  const which = shown < all ? `the latest ${formatNumber(shown)} of ${measurements}` : measurements
  return isSample ? `${which}, among the points that were read` : which
}
export const moreExemplars = (most: number, all: number) =>
  most < all ? `Show the latest ${formatNumber(most)}` : `Show all ${formatNumber(all)}`
export const fewerExemplars = 'Show fewer'
export const noExemplars =
  'No measurement in this period has a trace. OpenTelemetry SDKs send exemplars for measurements inside a sampled span.'
export const time = 'Time'
export const measured = 'Value'
export const trace = 'Trace'
export const project = 'Project'
export const noValue = '–'
export const noPoints = 'No points in this period'
export const noMatches = 'No points match in this period'
export const showAll = 'Remove the filter'

/** How many points the numbers are computed from. */
export function readFrom({ points: count, isSample }: { points: number; isSample: boolean }): string {
  return isSample
    ? `estimated from ${formatCount(count, 'point')}, the latest in each part of the period`
    : `from ${formatCount(count, 'point')}`
}

export function moreSeries(count: number): string {
  return `${formatNumber(count)} more series with smaller values`
}

// `12.4 kB / min`.
export const perMinute = (amount: string) => `${amount} / min`
export const perHour = (amount: string) => `${amount} / h`
export const perDay = (amount: string) => `${amount} / day`

export const emptyValue = '(empty)'

/** `Counter in demo, unit: order`. */
export function about(metric: {
  kind: keyof typeof kinds
  unitName: string
  projects: readonly string[]
}): string {
  const kind = kinds[metric.kind]
  const unit = metric.unitName === '' ? '' : `, unit: ${metric.unitName}`
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} in ${metric.projects.join(', ')}${unit}`
}

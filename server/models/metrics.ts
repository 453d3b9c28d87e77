import type { MeasuredBuckets } from './performance.ts'
import type { Period } from './period.ts'

export interface MetricScope {
  /** A project's slug; undefined for all projects. */
  project: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean
  /** Undefined for all environments. */
  environment: string | undefined
}

/**
 * What the values of a metric are: amounts that add up, running totals that only grow, values that stand for
 * themselves, or many measurements each.
 */
export type MetricKind = 'counter' | 'total' | 'gauge' | 'distribution'

export interface MetricListFilter extends MetricScope {
  period: Period
  /** Equal parts of the period, for the trend. */
  steps: number
  /** A part of the name; case does not matter. */
  search: string
  /** Lists the names after this one. */
  after: string | undefined
  limit: number
}

export interface MetricSummary {
  name: string
  unit: string
  kind: MetricKind
  projects: string[]
  /** Services that sent the newest value in each project. */
  services: string[]
  /** How many values the period has, counted up to a limit. */
  points: { count: number; isMore: boolean }
  newest: { value: number; timestampUs: number }
  /** The mean of some values in each part of the period, or the sum of those of a counter; null where there are none. */
  trend: (number | null)[]
}

export interface MetricListing {
  metrics: MetricSummary[]
  /** The last name of this page, where names follow. */
  next: string | null
  /** The names that the search did not look at, because there are too many. */
  isPartial: boolean
}

export interface MetricFilter extends MetricScope {
  name: string
  buckets: MeasuredBuckets
  query: string
  /** An attribute by whose values the series are told apart. */
  groupBy: string | undefined
  /** Lists 200 exemplars at most, instead of 12. */
  withAllExemplars?: boolean
}

/** What a number of values come to; null where nothing says it. */
export interface MetricNumbers {
  /** How many measurements there were. */
  count: number
  sum: number | null
  avg: number | null
  min: number | null
  max: number | null
  last: number | null
  p50: number | null
  p95: number | null
}

export interface MetricSeries {
  /** The value of the attribute; null for values without it. */
  group: string | null
  total: MetricNumbers
  /** One for each part of the period; null where there are no values. */
  byBucket: (MetricNumbers | null)[]
}

/** One measurement, and the trace in which it was made. */
export interface MetricExemplar {
  timestampMs: number
  value: number
  traceId: string
  spanId: string | null
  projectSlug: string
}

export interface MetricDetail {
  name: string
  unit: string
  kind: MetricKind
  projects: string[]
  /** Everything that matches, as one series. */
  all: MetricSeries
  /** The series with the largest numbers first; empty unless they are grouped. */
  groups: MetricSeries[]
  /** How many series more there are than `groups` has. */
  moreGroups: number
  /** Attributes that values have, to group by. */
  attributes: string[]
  /** The newest of those that were read. */
  exemplars: MetricExemplar[]
  /** How many of those that were read there are. */
  exemplarCount: number
  /** How many values were read, and whether they are only some of those of the period. */
  read: { points: number; isSample: boolean }
}

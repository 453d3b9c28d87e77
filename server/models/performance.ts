import type { VITALS } from '#server/processing/measurements.ts'

/** Milliseconds; null when nothing was measured. */
export interface Percentiles {
  p50: number | null
  p75: number | null
  p95: number | null
}

/** Equal parts of a period, in milliseconds; each is made of whole hours or whole days of UTC. */
export interface MeasuredBuckets {
  start: number
  stepMs: number
  count: number
}

export interface PerformanceScope {
  /** Undefined for all projects. */
  projectSlug: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean
  /** Undefined for all environments. */
  environment: string | undefined
  buckets: MeasuredBuckets
}

/** What tells one route or query from another. */
export interface RouteName {
  projectSlug: string
  name: string
  op: string
  side: string
}

export type RouteSort = 'name' | 'count' | 'p50' | 'p75' | 'p95' | 'failures' | 'time'

/** What was measured in one period. */
export interface PeriodNumbers extends Percentiles {
  count: number
  /** A share from 0 to 1. */
  failureRate: number
  totalMs: number
}

/** The period before, of the same length; null when nothing came in it or when it was not asked for. */
export type Before = PeriodNumbers | null

export interface RouteSummary extends RouteName, PeriodNumbers {
  before: Before
  /** One for each bucket; null when nothing came in it. */
  p95ByBucket: (number | null)[]
}

export interface RouteListing {
  routes: RouteSummary[]
  /** How many routes there are on all pages. */
  total: number
  /** Where the next page begins; null on the last one. */
  next: number | null
  countByBucket: { answered: number; failed: number }[]
  /** Those of the period before; null when it was not asked for. */
  countByBucketBefore: { answered: number; failed: number }[] | null
}

export interface QuerySummary extends RouteName, PeriodNumbers {
  before: Before
  /** A trace with the slowest of them; null when none was kept. */
  traceId: string | null
}

export interface PrefetchSummary {
  state: 'fresh' | 'stale' | 'missed'
  count: number
  p75: number | null
  before: Before
}

/** From `hour` on, the values are of another size: `before` and `after` are the medians of both sides. */
export interface Change {
  hour: number
  before: number
  after: number
}

/** A route whose speed changed. */
export interface RouteChange extends RouteName, Change {}

/** What took the time of some requests: a kind of work, without what ran below it. */
export interface TimeSpent {
  op: string
  /** The name that took most of the time. */
  name: string
  /** Its share of the time of all the requests, from 0 to 1. */
  share: number
  /** The average of one request. */
  millis: number
  count: number
}

export type Vital = (typeof VITALS)[number]

export type VitalRating = 'good' | 'needs improvement' | 'poor'

export interface VitalSummary {
  vital: Vital
  count: number
  /** Three of four visits are no worse; in the unit of `limits`. */
  p75: number
  /** That of the period before; null when nothing came in it or when it was not asked for. */
  p75Before: number | null
  rating: VitalRating
  /** Shares of the visits, from 0 to 1. */
  shares: Record<VitalRating, number>
  limits: { good: number; poor: number }
}

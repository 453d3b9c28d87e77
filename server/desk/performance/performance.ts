import { LRUCache } from 'lru-cache'
import type {
  MeasuredBuckets,
  PerformanceScope,
  PeriodNumbers,
  PrefetchSummary,
  QuerySummary,
  RouteChange,
  RouteListing,
  RouteName,
  RouteSort,
  RouteSummary,
  VitalSummary,
} from '#server/models/performance.ts'
import { VITALS } from '#server/processing/measurements.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  bucketOf,
  bucketsBefore,
  listMeasured,
  listWithExamples,
  type MeasuredName,
  type MeasuredRow,
  type MeasuredScope,
  type MeasuredTotal,
  sumByHour,
  sumByName,
} from '#server/store/performance/rows.ts'
import { isAsked } from '#server/store/projects/own-project.ts'
import { describeRoute, type RouteDetail } from './route.ts'
import {
  keyOf,
  listExamples,
  millisAt,
  numbersOf,
  slowestFirst,
  summarize,
  summarizeByBucket,
} from './summary.ts'
import { rateVital } from './vitals.ts'
import { changeOf, lastDayOf, lastWeek } from './week.ts'

/** Changes are looked for in so many routes at once. */
const CHANGE_ROUTES = 20

/** With `isCompared`, numbers come with those of the period before, of the same length. */
export interface DeskPerformance {
  /** Lists routes with their percentiles, a page at a time. */
  listRoutes(
    scope: PerformanceScope,
    page: {
      sort: RouteSort
      isAscending: boolean
      search: string
      from: number
      limit: number
      isCompared?: boolean
    },
  ): Promise<RouteListing>
  /** Lists the queries that took the most time altogether. */
  listSlowQueries(scope: PerformanceScope, limit: number, isCompared?: boolean): Promise<QuerySummary[]>
  listVitals(scope: PerformanceScope, isCompared?: boolean): Promise<VitalSummary[]>
  listPrefetches(scope: PerformanceScope, isCompared?: boolean): Promise<PrefetchSummary[]>
  /**
   * Lists, of the routes that take the most time, those whose p95 changed its size within the seven days before `now`.
   */
  listChanges(scope: Omit<PerformanceScope, 'buckets'>, now: number): Promise<RouteChange[]>
  /** Undefined when there is no such project, or when nothing of the route was measured in that period. */
  findRoute(route: RouteName, scope: PerformanceScope, now: number): Promise<RouteDetail | undefined>
}

interface PerformanceOptions {
  listProjects: () => Promise<{ id: number; slug: string }[]>
}

export function createDeskPerformance(store: Store, { listProjects }: PerformanceOptions): DeskPerformance {
  const { db } = store

  async function read({ projectSlug, isWithoutOwn = false, environment, buckets }: PerformanceScope) {
    const asked = { slug: projectSlug, isWithoutOwn }
    const projects = (await listProjects()).filter((row) => isAsked(row, asked))
    const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
    const scopeOf = (kind: MeasuredScope['kind']): MeasuredScope => ({
      projectIds: [...slugs.keys()],
      environment,
      buckets,
      kind,
    })
    const nameOf = ({ projectId, name, op, side }: MeasuredName): RouteName => ({
      projectSlug: slugs.get(projectId) ?? '',
      name,
      op,
      side,
    })
    return { scopeOf, nameOf }
  }

  return {
    async listRoutes(scope, { sort, isAscending, search, from, limit, isCompared = false }) {
      const { scopeOf, nameOf } = await read(scope)
      const own = scopeOf('route')
      const earlier = { ...own, buckets: bucketsBefore(own.buckets) }
      const [totals, hours, hoursBefore] = await Promise.all([
        sumByName(db, own),
        sumByHour(db, own),
        isCompared ? sumByHour(db, earlier) : null,
      ])
      const wanted = search.toLowerCase()
      const found = totals.filter(({ name, op }) => `${op} ${name}`.toLowerCase().includes(wanted))
      const direction = isAscending ? 1 : -1
      const isOfPercentile = sort === 'p50' || sort === 'p75' || sort === 'p95'
      // To sort by a percentile, the rows of all routes must be merged; otherwise those that are shown are enough.
      const rows = isOfPercentile ? groupRows(await listMeasured(db, own)) : undefined
      const values = new Map(
        found.map((total) => [total, sortValue(total, sort, rows?.get(keyOf(total)) ?? [])]),
      )
      const sorted = found.toSorted(
        (a, b) => direction * compare(values.get(a), values.get(b)) || compare(keyOf(a), keyOf(b)),
      )
      const shown = sorted.slice(from, from + limit)
      const names = [...new Set(shown.map(({ name }) => name))]
      const shownRows = rows ?? groupRows(await listMeasured(db, own, names))
      const earlierRows = groupRows(isCompared ? await listMeasured(db, earlier, names) : [])
      return {
        routes: shown.map((total) => {
          const key = keyOf(total)
          const ofRoute = shownRows.get(key) ?? []
          return { ...nameOf(total), ...summarizeRoute(ofRoute, earlierRows.get(key) ?? [], own.buckets) }
        }),
        total: found.length,
        next: from + limit < found.length ? from + limit : null,
        countByBucket: sumByBucket(hours, own.buckets),
        countByBucketBefore: hoursBefore && sumByBucket(hoursBefore, earlier.buckets),
      }
    },

    async listSlowQueries(scope, limit, isCompared = false) {
      const { scopeOf, nameOf } = await read(scope)
      const own = scopeOf('query')
      const totals = await sumByName(db, own)
      const slowest = totals.toSorted((a, b) => b.totalMs - a.totalMs).slice(0, limit)
      const names = slowest.map(({ name }) => name)
      const rows = Map.groupBy(await listWithExamples(db, own, names), keyOf)
      const earlier = { ...own, buckets: bucketsBefore(own.buckets) }
      const earlierRows = groupRows(isCompared ? await listMeasured(db, earlier, names) : [])
      return slowest.map((total) => {
        const ofQuery = rows.get(keyOf(total)) ?? []
        const [slow] = listExamples(ofQuery, 'slow', slowestFirst)
        return {
          ...nameOf(total),
          ...measuredOf(ofQuery),
          before: numbersOf(summarize(earlierRows.get(keyOf(total)) ?? [])),
          traceId: slow?.traceId ?? null,
        }
      })
    },

    async listVitals(scope, isCompared = false) {
      const of = await readByOp(scope, 'site_vital', isCompared)
      return VITALS.flatMap((vital) => rateVital(vital, of.now(vital), of.before(vital)) ?? [])
    },

    async listPrefetches(scope, isCompared = false) {
      const of = await readByOp(scope, 'prefetch', isCompared)
      return (['fresh', 'stale', 'missed'] as const).flatMap((state) => {
        const { quantity, sketch } = of.now(state)
        if (quantity === 0) return []
        return [{ state, count: quantity, p75: millisAt(sketch, 0.75), before: numbersOf(of.before(state)) }]
      })
    },

    listChanges: (scope, now) => rememberChanges(store, scope, now, () => findChanges(scope, now)),

    async findRoute(route, scope, now) {
      const project = (await listProjects()).find(({ slug }) => slug === route.projectSlug)
      if (!project) return undefined
      return describeRoute(db, { ...scope, ...route, projectId: project.id, now })
    },
  }

  /** Sums by op, now and before. */
  async function readByOp(scope: PerformanceScope, kind: MeasuredScope['kind'], isCompared: boolean) {
    const own = (await read(scope)).scopeOf(kind)
    const earlier = { ...own, buckets: bucketsBefore(own.buckets) }
    const [rows, rowsBefore] = await Promise.all([
      listMeasured(db, own),
      isCompared ? listMeasured(db, earlier) : [],
    ])
    const [byOp, byOpBefore] = [Map.groupBy(rows, ({ op }) => op), Map.groupBy(rowsBefore, ({ op }) => op)]
    return {
      now: (op: string) => summarize(byOp.get(op) ?? []),
      before: (op: string) => summarize(byOpBefore.get(op) ?? []),
    }
  }

  async function findChanges(scope: Omit<PerformanceScope, 'buckets'>, now: number) {
    const week = lastWeek(now)
    const { scopeOf, nameOf } = await read({ ...scope, buckets: week })
    const own = scopeOf('route')
    const totals = await sumByName(db, { ...own, buckets: lastDayOf(week) })
    const busiest = totals.toSorted((a, b) => b.totalMs - a.totalMs).slice(0, CHANGE_ROUTES)
    const names = busiest.map(({ name }) => name)
    const rows = groupRows(await listMeasured(db, own, names))
    return busiest.flatMap((total) => {
      const change = changeOf(rows.get(keyOf(total)) ?? [], week)
      return change ? [{ ...nameOf(total), ...change }] : []
    })
  }
}

const REMEMBERED_MS = 5 * MINUTE_MS
const MOST_REMEMBERED = 200
type Changes = Promise<RouteChange[]>
interface Remembered {
  changes: Changes
  until: number
}

const remembered = new WeakMap<Store, LRUCache<string, Remembered>>()

/** Changes in whole hours hardly differ within minutes, and cost more than all else on the page. */
function rememberChanges(
  store: Store,
  { projectSlug, isWithoutOwn, environment }: Omit<PerformanceScope, 'buckets'>,
  now: number,
  find: () => Changes,
): Changes {
  const ofStore = remembered.get(store) ?? new LRUCache<string, Remembered>({ max: MOST_REMEMBERED })
  remembered.set(store, ofStore)
  const key = JSON.stringify([lastWeek(now).start, projectSlug, isWithoutOwn, environment])
  const known = ofStore.get(key)
  if (known && now < known.until && now >= known.until - REMEMBERED_MS) return known.changes
  const changes = find()
  ofStore.set(key, { changes, until: now + REMEMBERED_MS })
  changes.catch(() => ofStore.delete(key))
  return changes
}

function groupRows(rows: readonly MeasuredRow[]): Map<string, MeasuredRow[]> {
  return Map.groupBy(rows, keyOf)
}

function sortValue(total: MeasuredTotal, sort: RouteSort, rows: readonly MeasuredRow[]): string | number {
  switch (sort) {
    case 'name':
      return total.name.toLowerCase()
    case 'count':
      return total.quantity
    case 'failures':
      return total.failures / total.quantity
    case 'time':
      return total.totalMs
    case 'p50':
    case 'p75':
    case 'p95':
      return summarize(rows).sketch.quantile(Number(sort.slice(1)) / 100) ?? 0
  }
}

function compare(a: string | number = 0, b: string | number = 0): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function summarizeRoute(
  rows: readonly MeasuredRow[],
  earlier: readonly MeasuredRow[],
  buckets: MeasuredBuckets,
): Omit<RouteSummary, keyof RouteName> {
  return {
    ...measuredOf(rows),
    before: numbersOf(summarize(earlier)),
    p95ByBucket: summarizeByBucket(rows, buckets).map(({ sketch }) => millisAt(sketch, 0.95)),
  }
}

/** The numbers of what was found to be measured. */
function measuredOf(rows: readonly MeasuredRow[]): PeriodNumbers {
  return numbersOf(summarize(rows)) ?? NOTHING
}

const NOTHING: PeriodNumbers = { p50: null, p75: null, p95: null, count: 0, failureRate: 0, totalMs: 0 }

interface HourSum {
  hour: number
  quantity: number
  failures: number
}

function sumByBucket(hours: readonly HourSum[], buckets: MeasuredBuckets) {
  const sums = Array.from({ length: buckets.count }, () => ({ answered: 0, failed: 0 }))
  for (const { hour, quantity, failures } of hours) {
    const sum = sums[bucketOf(buckets, hour)]
    if (sum === undefined) continue
    sum.answered += quantity - failures
    sum.failed += failures
  }
  return sums
}

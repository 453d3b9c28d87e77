import { LRUCache } from 'lru-cache'
import type {
  MeasuredBuckets,
  PerformanceScope,
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
import { describeRoute, type RouteDetail } from './route.ts'
import {
  keyOf,
  listExamples,
  millisAt,
  percentilesOf,
  slowestFirst,
  summarize,
  summarizeByBucket,
} from './summary.ts'
import { rateVital } from './vitals.ts'
import { changeOf, lastDayOf, lastWeek } from './week.ts'

/** Changes are looked for in so many routes at once. */
const CHANGE_ROUTES = 20

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
      /** Compares with the period before, of the same length. */
      isCompared?: boolean
    },
  ): Promise<RouteListing>
  /** Lists the queries that took the most time altogether. */
  listSlowQueries(scope: PerformanceScope, limit: number): Promise<QuerySummary[]>
  listVitals(scope: PerformanceScope): Promise<VitalSummary[]>
  listPrefetches(scope: PerformanceScope): Promise<PrefetchSummary[]>
  /**
   * Lists, of the routes that take the most time, those whose p95 changed its size within the seven days before `now`.
   */
  listChanges(scope: Omit<PerformanceScope, 'buckets'>, now: number): Promise<RouteChange[]>
  /** Undefined when there is no such project, or when nothing of the route was measured in that period. */
  findRoute(route: RouteName, scope: PerformanceScope, now: number): Promise<RouteDetail | undefined>
}

export function createDeskPerformance(store: Store): DeskPerformance {
  const { db } = store

  async function listProjects(slug: string | undefined) {
    const query = db.selectFrom('project').select(['id', 'slug'])
    return (slug === undefined ? query : query.where('slug', '=', slug)).execute()
  }

  async function read({ projectSlug, environment, buckets }: PerformanceScope) {
    const projects = await listProjects(projectSlug)
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
      const [totals, hours] = await Promise.all([sumByName(db, own), sumByHour(db, own)])
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
      const earlier = { ...own, buckets: bucketsBefore(own.buckets) }
      const earlierRows = groupRows(isCompared ? await listMeasured(db, earlier, names) : [])
      const countByBucket = Array.from({ length: own.buckets.count }, () => ({ answered: 0, failed: 0 }))
      for (const { hour, quantity, failures } of hours) {
        const bucket = countByBucket[bucketOf(own.buckets, hour)]
        if (bucket === undefined) continue
        bucket.answered += quantity - failures
        bucket.failed += failures
      }
      return {
        routes: shown.map((total) => {
          const key = keyOf(total)
          const ofRoute = shownRows.get(key) ?? []
          return { ...nameOf(total), ...summarizeRoute(ofRoute, earlierRows.get(key) ?? [], own.buckets) }
        }),
        total: found.length,
        next: from + limit < found.length ? from + limit : null,
        countByBucket,
      }
    },

    async listSlowQueries(scope, limit) {
      const { scopeOf, nameOf } = await read(scope)
      const own = scopeOf('query')
      const totals = await sumByName(db, own)
      const slowest = totals.toSorted((a, b) => b.totalMs - a.totalMs).slice(0, limit)
      const rows = Map.groupBy(
        await listWithExamples(
          db,
          own,
          slowest.map(({ name }) => name),
        ),
        keyOf,
      )
      return slowest.map((total) => {
        const ofQuery = rows.get(keyOf(total)) ?? []
        const { quantity, totalMs, sketch } = summarize(ofQuery)
        const [slow] = listExamples(ofQuery, 'slow', slowestFirst)
        const traceId = slow?.traceId ?? null
        return { ...nameOf(total), ...percentilesOf(sketch), count: quantity, totalMs, traceId }
      })
    },

    async listVitals(scope) {
      const { scopeOf } = await read(scope)
      const byVital = Map.groupBy(await listMeasured(db, scopeOf('site_vital')), ({ op }) => op)
      return VITALS.flatMap((vital) => rateVital(vital, summarize(byVital.get(vital) ?? [])) ?? [])
    },

    async listPrefetches(scope) {
      const { scopeOf } = await read(scope)
      const byState = Map.groupBy(await listMeasured(db, scopeOf('prefetch')), ({ op }) => op)
      return (['fresh', 'stale', 'missed'] as const).flatMap((state) => {
        const { quantity, sketch } = summarize(byState.get(state) ?? [])
        return quantity === 0 ? [] : [{ state, count: quantity, p75: millisAt(sketch, 0.75) }]
      })
    },

    listChanges: (scope, now) => rememberChanges(store, scope, now, () => findChanges(scope, now)),

    async findRoute(route, scope, now) {
      const [project] = await listProjects(route.projectSlug)
      if (!project) return undefined
      return describeRoute(db, { ...scope, ...route, projectId: project.id, now })
    },
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
  { projectSlug, environment }: Omit<PerformanceScope, 'buckets'>,
  now: number,
  find: () => Changes,
): Changes {
  const ofStore = remembered.get(store) ?? new LRUCache<string, Remembered>({ max: MOST_REMEMBERED })
  remembered.set(store, ofStore)
  const key = JSON.stringify([lastWeek(now).start, projectSlug, environment])
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
  const all = summarize(rows)
  const before = summarize(earlier)
  return {
    ...percentilesOf(all.sketch),
    count: all.quantity,
    failureRate: all.failures / all.quantity,
    totalMs: all.totalMs,
    before:
      before.quantity === 0
        ? null
        : {
            count: before.quantity,
            p95: millisAt(before.sketch, 0.95),
            failureRate: before.failures / before.quantity,
          },
    p95ByBucket: summarizeByBucket(rows, buckets).map(({ sketch }) => millisAt(sketch, 0.95)),
  }
}

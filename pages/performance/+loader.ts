import { chartZone } from '#renderer/format/chart-zone.ts'
import { formatNumber } from '#renderer/format/format.ts'
import { formatCovered } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import * as say from '#renderer/texts/performance.ts'
import { drawBars } from '#renderer/ui/chart/draw/draw-bars.ts'
import { sparkPath } from '#renderer/ui/chart/draw/spark-path.ts'
import { renderFirstTrace } from '#renderer/views/project/first-steps/first-trace.ts'
import type { RouteSort } from '#server/models/performance.ts'
import { comparedPeriod, elapsedMinutes } from './compared-period.ts'
import { performancePeriod } from './performance-period.ts'
import { savedParameters } from './saved-parameters.ts'
import { sinceOf } from './since-of.ts'

const ROUTES_A_PAGE = 25
const QUERIES = 8
const NONE: [[], [], [], []] = [[], [], [], []]
const SORTS: ReadonlySet<string> = new Set<RouteSort>([
  'name',
  'count',
  'p50',
  'p75',
  'p95',
  'failures',
  'time',
])

export async function loader({ desk, url, scope, scopeRefusal, now, preferences }: LoaderContext) {
  const { searchParams } = url
  const { buckets, isClipped } = performancePeriod(scope.period, preferences.zone)
  const zone = chartZone(preferences.zone, buckets)
  const isCompared = searchParams.get('compare') === '1'
  const measured = {
    projectSlug: scope.project,
    isWithoutOwn: scope.isWithoutOwn,
    environment: scope.environment,
    buckets,
  }
  const search = searchParams.get('query')?.trim().slice(0, 200) ?? ''
  const sort = parseSort(searchParams.get('sort'))
  const from = parseFrom(searchParams.get('from'))
  const page = { ...sort, search, from, limit: ROUTES_A_PAGE, isCompared }
  const [listing, ...others] = await Promise.all([
    desk.performance.listRoutes(measured, page),
    desk.performance.listSlowQueries(measured, QUERIES, isCompared),
    desk.performance.listVitals(measured, isCompared),
    desk.performance.listPrefetches(measured, isCompared),
    desk.performance.listChanges(measured, now),
  ])
  const isEmpty = listing.total === 0 && search === ''
  const [queries, vitals, prefetches, changes] = isEmpty ? NONE : others
  return {
    refusal: scopeRefusal ?? (isClipped ? say.clipped : null),
    savedParams: savedParameters(searchParams),
    search,
    sort,
    from,
    next: listing.next,
    total: listing.total,
    minutes: elapsedMinutes(buckets, now),
    covered: formatCovered(buckets, now, preferences.zone),
    routes: listing.routes.map(({ p95ByBucket, ...route }) => ({ ...route, spark: sparkPath(p95ByBucket) })),
    compared: isCompared ? comparedPeriod(buckets, now, preferences.zone) : null,
    throughput: drawBars({
      buckets,
      zone,
      series: [
        { name: say.answered, tone: 'trail', values: listing.countByBucket.map(({ answered }) => answered) },
        { name: say.failed, tone: 'error', values: listing.countByBucket.map(({ failed }) => failed) },
      ],
      compared: listing.countByBucketBefore
        ? {
            name: say.before.requests,
            values: listing.countByBucketBefore.map(({ answered, failed }) => answered + failed),
          }
        : undefined,
      format: formatNumber,
    }),
    isEmpty,
    firstSteps: isEmpty ? await renderFirstTrace(desk, 'performance', scope) : null,
    queries,
    vitals,
    prefetches,
    changes: changes.map((change) => ({ ...change, since: sinceOf(change.hour, now, preferences.zone) })),
  }
}

/** `p95` sorts from the smallest value, `-p95` from the largest. The default is what takes the most time altogether. */
function parseSort(text: string | null): { sort: RouteSort; isAscending: boolean } {
  const name = text?.replace(/^-/, '') ?? ''
  if (!SORTS.has(name)) return { sort: 'time', isAscending: false }
  // The check above makes sure that it is one of SORTS.
  return { sort: name as RouteSort, isAscending: !text?.startsWith('-') }
}

function parseFrom(text: string | null): number {
  const from = Number(text)
  return Number.isSafeInteger(from) && from > 0 ? from : 0
}

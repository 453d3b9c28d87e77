import { render } from 'vike/abort'
import { chartZone } from '#renderer/format/chart-zone.ts'
import { unitName } from '#renderer/format/format-measured.ts'
import { formatCovered } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { metricPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import * as say from '#renderer/texts/metrics.ts'
import { bucketsOf, type TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import type { MetricDetail, MetricNumbers } from '#server/models/metrics.ts'
import { drawCount, drawMetric } from './draw-metric.ts'
import { FACTS, formatFact, numberOf, STATISTICS, type Statistic } from './statistics.ts'

export async function loader({ desk, url, scope, scopeRefusal, now, preferences }: LoaderContext) {
  const { searchParams } = url
  const name = searchParams.get('name') ?? ''
  if (name === '') throw render(404)
  const query = searchParams.get('query')?.trim() ?? ''
  const groupBy = searchParams.get('by')?.trim() || undefined
  const showsAllExemplars = searchParams.get('exemplars') === 'all'
  const zone = chartZone(preferences.zone, scope.period)
  const buckets = bucketsOf(scope.period, { zone })
  const asked = {
    ...{ project: scope.project, isWithoutOwn: scope.isWithoutOwn, environment: scope.environment },
    ...{ name, buckets, query, groupBy, withAllExemplars: showsAllExemplars },
  }
  const found = await desk.metrics.find(asked)
  if (found === undefined) throw render(404)
  const savedParams = scopeParams(searchParams)
  const metric = 'refusal' in found ? null : found
  const statistic = metric === null ? undefined : parseStatistic(searchParams.get('show'), metric)
  const exemplars = showsAllExemplars ? 'all' : undefined
  const params = { ...savedParams, query: query || undefined, by: groupBy, show: statistic, exemplars }
  return {
    name,
    query,
    groupBy: groupBy ?? '',
    statistic: statistic ?? '',
    savedParams,
    params,
    showsAllExemplars,
    refusal: 'refusal' in found ? found.refusal : scopeRefusal,
    shown: metric && toShown(metric, { buckets, zone, statistic, now, readerZone: preferences.zone, params }),
  }
}

function parseStatistic(text: string | null, { kind }: MetricDetail): Statistic | undefined {
  return STATISTICS[kind].find((statistic) => statistic === text)
}

interface Shown {
  buckets: TimeBuckets
  zone: ReturnType<typeof chartZone>
  statistic: Statistic | undefined
  now: number
  readerZone: string
  params: Record<string, string | undefined>
}

function toShown(metric: MetricDetail, { buckets, zone, statistic, now, readerZone, params }: Shown) {
  const { kind, unit } = metric
  const columns = FACTS[kind].filter(
    (name) => numberOf(metric.all.total, name, { kind, lengthMs: 1 }) !== null,
  )
  const textsOf = (numbers: MetricNumbers) =>
    columns.map((name) => {
      const value = numberOf(numbers, name, { kind, lengthMs: elapsedMs(buckets, now) })
      return value === null ? say.noValue : formatFact(value, name, metric)
    })
  return {
    kind,
    unit,
    unitName: unitName(unit),
    projects: metric.projects,
    read: metric.read,
    hasPoints: metric.all.byBucket.some((numbers) => numbers !== null),
    covered: formatCovered(buckets, now, readerZone),
    statistics: STATISTICS[kind],
    attributes: metric.attributes,
    columns,
    facts: textsOf(metric.all.total),
    drawn: drawMetric({ metric, statistic, buckets, zone }),
    counts: kind === 'distribution' && statistic === undefined ? drawCount({ metric, buckets, zone }) : null,
    groups: metric.groups.map(({ group, total }) => ({
      group,
      href:
        group === null
          ? null
          : metricPath(metric.name, { ...params, by: undefined, query: narrow(params, group) }),
      texts: textsOf(total),
    })),
    moreGroups: metric.moreGroups,
    exemplars: metric.exemplars,
    exemplarCount: metric.exemplarCount,
  }
}

/** The part of the period that is over, of which rates are. */
function elapsedMs({ start, end }: TimeBuckets, now: number): number {
  return Math.max(60_000, Math.min(end, now) - start)
}

/** The search that finds one series of those that are shown. */
function narrow({ query, by = '' }: Record<string, string | undefined>, group: string): string {
  const key = /^[\w.-]+$/.test(by) ? by : `"${by}"`
  const value = /^[\w.@-]+$/.test(group) ? group : `"${group.replaceAll('"', '*')}"`
  return [query, `${key}:${value}`].filter(Boolean).join(' ')
}

import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/metrics.ts'
import { type BarSeries, drawBars } from '#renderer/ui/chart/draw/draw-bars.ts'
import { drawLines, type LineSeries } from '#renderer/ui/chart/draw/draw-lines.ts'
import type { TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import type { ChartTone } from '#renderer/ui/chart/draw/time-chart.ts'
import type { ChartZone } from '#renderer/ui/chart/draw/time-zone.ts'
import type { MetricDetail, MetricKind, MetricNumbers, MetricSeries } from '#server/models/metrics.ts'
import { formatStatistic, numberOf, STATISTICS, type Statistic } from './statistics.ts'

/** What stands together in one chart where nothing was chosen, the most important one first. */
const OVERVIEW: Readonly<Record<MetricKind, readonly [Statistic, ChartTone][]>> = {
  counter: [],
  total: [],
  gauge: [
    ['avg', 'trail'],
    ['max', 'ink'],
    ['min', 'quiet'],
  ],
  distribution: [
    ['p95', 'trail'],
    ['avg', 'ink'],
    ['p50', 'quiet'],
  ],
}

/** Tones of series, none of which means an error or a warning; neighbours differ most. */
const TONES: readonly ChartTone[] = ['trail', 'ok', 'ink', 'info', 'quiet']

export interface DrawnMetric {
  metric: Pick<MetricDetail, 'kind' | 'unit' | 'all' | 'groups'>
  statistic: Statistic | undefined
  buckets: TimeBuckets
  zone: ChartZone
}

/** Draws sums and counts as stacked bars, and other values as lines. */
export function drawMetric({ metric, statistic, buckets, zone }: DrawnMetric) {
  const { groups, kind, all } = metric
  const shown = statistic ?? STATISTICS[kind][0] ?? 'avg'
  const format = (value: number) => formatStatistic(value, shown, metric)
  const frame = { buckets, zone, format }
  const named = groups.flatMap((group, index) => {
    const tone = TONES[index]
    return tone === undefined ? [] : [{ name: group.group ?? say.noAttribute, tone, of: group }]
  })
  if (shown === 'sum' || shown === 'count') {
    const one = [{ name: say.statistics[shown], tone: 'trail' as const, of: all }]
    const series = (groups.length > 0 ? named : one).map(({ name, tone, of }) => {
      return { name, tone, values: of.byBucket.map((numbers) => numbers?.[shown] ?? 0) }
    })
    const others = groups.length > 0 ? othersOf(all, series, shown) : []
    return {
      kind: 'bars' as const,
      chart: drawBars({ ...frame, series: [...series, ...others], isWhole: false }),
    }
  }
  const overview = OVERVIEW[kind].map(([of, tone]) => ({ of, tone, name: say.statistics[of] }))
  const single = [{ of: shown, tone: 'trail' as const, name: say.statistics[shown] }]
  const lines =
    groups.length > 0
      ? named.map(({ of, ...line }) => ({ ...line, series: of, statistic: shown }))
      : (statistic === undefined ? overview : single).map(({ of, ...line }) => ({
          ...line,
          series: all,
          statistic: of,
        }))
  const series: LineSeries[] = lines.map(({ name, tone, series: of, statistic: number }) => ({
    ...{ name, tone },
    values: of.byBucket.map((numbers) => lineValue(numbers, number, { kind, stepMs: buckets.stepMs })),
    value: wholeOf(of, number, { metric, buckets }),
  }))
  const known = series.filter(({ values }) => values.some((value) => value !== null))
  return { kind: 'lines' as const, chart: drawLines({ ...frame, series: known }) }
}

/** Nothing was counted in a part without values. */
function lineValue(
  numbers: MetricNumbers | null,
  statistic: Statistic,
  { kind, stepMs }: { kind: MetricKind; stepMs: number },
): number | null {
  if (numbers === null) return statistic === 'rate' ? 0 : null
  return numberOf(numbers, statistic, { kind, lengthMs: stepMs })
}

function wholeOf(
  { total }: MetricSeries,
  statistic: Statistic,
  { metric, buckets }: Pick<DrawnMetric, 'metric' | 'buckets'>,
): string {
  const value = numberOf(total, statistic, { kind: metric.kind, lengthMs: buckets.end - buckets.start })
  return value === null ? say.noValue : formatStatistic(value, statistic, metric)
}

/** The total minus the series that are shown: "Other series". */
function othersOf(
  all: MetricSeries,
  series: readonly { values: readonly number[] }[],
  shown: 'sum' | 'count',
): BarSeries[] {
  const values = all.byBucket.map((numbers, index) => {
    const listed = series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0)
    return Math.max(0, (numbers?.[shown] ?? 0) - listed)
  })
  // Less than that is a rounding of the numbers that were added up.
  const whole = Math.abs(all.total[shown] ?? 0)
  return values.some((value) => value > whole * 1e-9) ? [{ name: say.others, tone: 'soft', values }] : []
}

/** Draws how many measurements a histogram had. */
export function drawCount({ metric, buckets, zone }: Omit<DrawnMetric, 'statistic'>) {
  const values = metric.all.byBucket.map((numbers) => numbers?.count ?? 0)
  return drawBars({
    ...{ buckets, zone, format: formatNumber },
    series: [{ name: say.statistics.count, tone: 'trail', values }],
  })
}

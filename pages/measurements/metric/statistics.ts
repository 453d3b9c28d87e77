import { formatNumber } from '#renderer/format/format.ts'
import { formatMeasured } from '#renderer/format/format-measured.ts'
import { MINUTE_MS } from '#renderer/format/time-units.ts'
import * as say from '#renderer/texts/metrics.ts'
import type { MetricKind, MetricNumbers } from '#server/models/metrics.ts'

export type Statistic = keyof typeof say.statistics

/** What a chart of one kind of metric can show. The first one is drawn where series are grouped. */
export const STATISTICS: Readonly<Record<MetricKind, readonly Statistic[]>> = {
  counter: ['sum', 'rate'],
  total: ['sum', 'rate'],
  gauge: ['avg', 'last', 'min', 'max'],
  distribution: ['p95', 'p50', 'avg', 'min', 'max', 'count', 'rate'],
}

/** The numbers of a whole period, in this order. */
export const FACTS: Readonly<Record<MetricKind, readonly Statistic[]>> = {
  counter: ['sum', 'rate'],
  total: ['sum', 'rate'],
  gauge: ['last', 'avg', 'min', 'max'],
  distribution: ['p50', 'p95', 'avg', 'min', 'max', 'count', 'rate', 'sum'],
}

interface Metric {
  kind: MetricKind
  unit: string
}

/** One number, or null where nothing says it. A rate is of `lengthMs`, in minutes; that of a histogram counts. */
export function numberOf(
  numbers: MetricNumbers,
  statistic: Statistic,
  { kind, lengthMs }: { kind: MetricKind; lengthMs: number },
): number | null {
  if (statistic !== 'rate') return numbers[statistic]
  const amount = kind === 'distribution' ? numbers.count : numbers.sum
  return amount === null ? null : (amount * MINUTE_MS) / lengthMs
}

/** Counts have no unit. */
export function formatStatistic(value: number, statistic: Statistic, { kind, unit }: Metric): string {
  if (statistic === 'count') return formatNumber(value)
  const isOfCount = statistic === 'rate' && kind === 'distribution'
  return formatMeasured(value, isOfCount ? '' : unit)
}

/** A rate by the minute, or where that is less than one, by the hour or the day. */
export function formatFact(value: number, statistic: Statistic, metric: Metric): string {
  if (statistic !== 'rate') return formatStatistic(value, statistic, metric)
  const [amount, per] =
    Math.abs(value) >= 1
      ? [value, say.perMinute]
      : Math.abs(value) * 60 >= 1
        ? [value * 60, say.perHour]
        : [value * 60 * 24, say.perDay]
  return per(formatStatistic(amount, statistic, metric))
}

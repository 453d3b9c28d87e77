import { rounded, valueAxis } from './axis.ts'
import { lineOf } from './line-of.ts'
import {
  type ChartTone,
  middleOf,
  type Peak,
  type TimeChart,
  type TimeChartOptions,
  timeFrame,
} from './time-chart.ts'

export interface LineSeries {
  name: string
  tone: ChartTone
  /** One value for each bucket; null without a measurement. */
  values: readonly (number | null)[]
  /** The text in the legend. The default is the latest value. */
  value?: string
}

export interface LineChartData extends TimeChart {
  lines: { tone: ChartTone; path: string }[]
  peak: Peak | null
}

export function drawLines(
  options: TimeChartOptions & { series: readonly LineSeries[]; format: (value: number) => string },
): LineChartData {
  const { buckets, series, format } = options
  const points = series.flatMap(({ values }) =>
    values.flatMap((value, index) => (value === null ? [] : [{ index, value }])),
  )
  const highest = points.reduce<(typeof points)[number] | undefined>(
    (most, point) => (most === undefined || point.value > most.value ? point : most),
    undefined,
  )
  const { yTicks, yOf } = valueAxis(
    points.map(({ value }) => value),
    { format },
  )
  return {
    ...timeFrame(options),
    yTicks,
    // The first series matters most and is drawn over the others.
    lines: series.map(({ tone, values }) => ({ tone, path: lineOf(values, { buckets, yOf }) })).reverse(),
    peak: highest
      ? { x: rounded(middleOf(buckets, highest.index)), y: yOf(highest.value), text: format(highest.value) }
      : null,
    legend: series.map(({ name, tone, values, value }) => ({
      name,
      tone,
      value: value ?? formatLatest(values, format),
    })),
    rows: Array.from({ length: buckets.count }, (_, index) =>
      series.map(({ values }) => {
        const value = values[index] ?? null
        return value === null ? '' : format(value)
      }),
    ),
  }
}

function formatLatest(values: readonly (number | null)[], format: (value: number) => string): string {
  const latest = values.findLast((value) => value !== null)
  return latest === undefined || latest === null ? '' : format(latest)
}

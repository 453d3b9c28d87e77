import { PLOT, rounded, valueAxis } from './axis.ts'
import { lineOf } from './line-of.ts'
import {
  type ChartTone,
  EARLIER,
  middleOf,
  type Peak,
  type TimeChart,
  type TimeChartOptions,
  timeFrame,
} from './time-chart.ts'

export interface BarSeries {
  name: string
  tone: ChartTone
  /**
   * One value for each bucket. Several series are stacked, the first one at the line of zero: what is above it upwards, what is below
   * it downwards.
   */
  values: readonly number[]
}

export interface BarChartData extends TimeChart {
  /**
   * All bars of a series as one path, because one element for each bar would be much to send and to
   * hydrate.
   */
  bars: { tone: ChartTone; path: string }[]
  /** The totals of another period, over the bars. */
  line: string | null
  peak: Peak | null
}

/** The share of a bar's width that stays empty. */
const GAP = 0.22
const LEAST_HEIGHT = 1.5

export function drawBars(
  options: TimeChartOptions & {
    series: readonly BarSeries[]
    /** Totals to compare with, one for each bucket. */
    compared?: Omit<BarSeries, 'tone'> | undefined
    format: (value: number) => string
    isWhole?: boolean
  },
): BarChartData {
  const { buckets, series, compared, format, isWhole = true } = options
  const { count } = buckets
  const totals = Array.from({ length: count }, (_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
  const most = Math.max(0, ...totals)
  const heights = totals.flatMap((_, index) => heightsOf(series, index))
  const { yTicks, yOf } = valueAxis([...heights, ...(compared?.values ?? [])], { format, isWhole })
  const stacked = { up: new Array<number>(count).fill(0), down: new Array<number>(count).fill(0) }
  const bars = series.map(({ tone, values }) => ({ tone, path: pathOf(values, { count, stacked, yOf }) }))
  const listed: readonly BarSeries[] = compared ? [...series, { ...compared, tone: EARLIER }] : series
  const peakAt = totals.indexOf(most)
  return {
    ...timeFrame(options),
    yTicks,
    bars,
    line: compared ? lineOf(compared.values, { buckets, yOf }) : null,
    peak: most > 0 ? { x: rounded(middleOf(buckets, peakAt)), y: yOf(most), text: format(most) } : null,
    legend: listed.map(({ name, tone, values }) => ({
      name,
      tone,
      value: format(values.reduce((sum, value) => sum + value, 0)),
    })),
    rows: totals.map((_, index) => listed.map(({ values }) => format(values[index] ?? 0))),
  }
}

/** How far a bucket's bars go up and down. */
function heightsOf(series: readonly BarSeries[], index: number): [up: number, down: number] {
  const values = series.map((each) => each.values[index] ?? 0)
  const sumOf = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0)
  return [sumOf(values.filter((value) => value > 0)), sumOf(values.filter((value) => value < 0))]
}

interface Stacking {
  count: number
  /** The ends of the bars so far, for the next series. */
  stacked: { up: number[]; down: number[] }
  yOf: (value: number) => number
}

/** Adds the heights that it draws to `stacked`. */
function pathOf(values: readonly number[], { count, stacked, yOf }: Stacking): string {
  const step = PLOT.width / count
  const width = rounded(step * (1 - GAP))
  let path = ''
  for (const [index, value] of values.entries()) {
    const ends = value > 0 ? stacked.up : stacked.down
    const before = ends[index]
    if (before === undefined || !(value > 0 || value < 0)) continue
    ends[index] = before + value
    const from = yOf(before)
    // Even the smallest value is visible, as long as there is room.
    const to =
      value > 0
        ? Math.max(0, Math.min(yOf(before + value), from - LEAST_HEIGHT))
        : Math.min(PLOT.height, Math.max(yOf(before + value), from + LEAST_HEIGHT))
    path += `M${rounded((index + GAP / 2) * step)} ${rounded(to)}h${width}V${from}h${-width}z`
  }
  return path
}

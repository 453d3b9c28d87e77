import { PLOT, rounded, type ValueTick, valueAxis } from './axis.ts'
import { labelExtent } from './label-extent.ts'
import type { ChartTone } from './time-chart.ts'

/** The number of values between two others. */
export interface Bin {
  from: number
  to: number
  count: number
  /** How many of them failed. */
  failed?: number
}

export interface HistogramData {
  bars: { tone: ChartTone; path: string }[]
  yTicks: ValueTick[]
  xTicks: { x: number; text: string }[]
  /** Lines at named values, such as percentiles. */
  marks: { x: number; text: string }[]
  legend: { name: string; value: string }[]
  /** Where each bin begins, and the last one ends. */
  edges: string[]
  /** One for each bin. */
  rows: { range: string; count: string; failed?: string }[]
}

interface HistogramOptions {
  /** Bins above zero in ascending order, without gaps, of equal width on a logarithmic axis. */
  bins: readonly Bin[]
  marks?: readonly { value: number; name: string }[]
  /** Bins within it stand out. */
  chosen?: { from: number; to: number } | null | undefined
  format: (value: number) => string
  formatCount: (count: number) => string
}

const MOST_TICKS = 6
/** A range may end a little after the edge of a bin. */
const ROUNDING = 1.001

/** Uses a logarithmic axis, because response times vary by several powers of ten. */
export function drawHistogram(options: HistogramOptions): HistogramData {
  const { bins, marks = [], chosen = null, format, formatCount } = options
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return { bars: [], yTicks: [], xTicks: [], marks: [], legend: [], rows: [], edges: [] }
  const { yTicks, yOf } = valueAxis(
    bins.map(({ count }) => count),
    { format: formatCount, isWhole: true },
  )
  const draw = (countOf: (bin: Bin) => number) =>
    bins.map((bin, index) => barOf(countOf(bin), { index, of: bins.length, yOf })).join('')
  const isChosen = ({ from, to }: Bin) =>
    chosen === null || (from * ROUNDING < chosen.to && to > chosen.from * ROUNDING)
  const bars: HistogramData['bars'] = [
    { tone: 'quiet', path: draw((bin) => (isChosen(bin) ? 0 : bin.count)) },
    { tone: 'trail', path: draw((bin) => (isChosen(bin) ? bin.count : 0)) },
    { tone: 'error', path: draw(({ failed = 0 }) => failed) },
  ]
  const knowsFailures = bins.some(({ failed }) => failed !== undefined)
  return {
    bars: bars.filter(({ path }) => path !== ''),
    yTicks,
    xTicks: roundValues(first.from, last.to).map((value) => ({
      x: percentOf(value, bins),
      text: format(value),
    })),
    marks: withoutCrowd(marks.map(({ value, name }) => ({ x: percentOf(value, bins), text: name }))),
    legend: marks.map(({ name, value }) => ({ name, value: format(value) })),
    edges: [...bins.map(({ from }) => format(from)), format(last.to)],
    rows: bins.map(({ from, to, count, failed = 0 }) => ({
      range: `${format(from)} – ${format(to)}`,
      count: formatCount(count),
      ...(knowsFailures && { failed: formatCount(failed) }),
    })),
  }
}

/** All bars are equally wide, so that a pointer's place tells its bar. */
function barOf(
  count: number,
  { index, of, yOf }: { index: number; of: number; yOf: (value: number) => number },
): string {
  if (count <= 0) return ''
  const step = PLOT.width / of
  const width = rounded(Math.max(1, step * 0.92))
  return `M${rounded(index * step)} ${Math.min(yOf(count), PLOT.height - 1.5)}h${width}V${PLOT.height}h${-width}z`
}

/** Where a value stands, in percent of the width. */
function percentOf(value: number, bins: readonly Bin[]): number {
  const index = bins.findIndex(({ to }) => value < to)
  const bin = bins[index]
  if (bin === undefined) return 100
  const within = Math.log(value / bin.from) / Math.log(bin.to / bin.from)
  return rounded(((index + Math.min(1, Math.max(0, within))) / bins.length) * 100)
}

/** One, two and five times the powers of ten, with fewer of them on a long axis. */
function roundValues(from: number, to: number): number[] {
  for (const factors of [[1, 2, 5], [1, 3], [1]]) {
    const values: number[] = []
    for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
      for (const factor of factors) values.push(factor * 10 ** power)
    }
    const within = values.filter((value) => value >= from && value <= to)
    if (within.length <= MOST_TICKS || factors.length === 1) return within
  }
  return []
}

/** Removes labels that would overlap. The right one stays, because it is the worse number. All lines stay. */
function withoutCrowd(labels: { x: number; text: string }[]): { x: number; text: string }[] {
  let begin = Number.POSITIVE_INFINITY
  return labels
    .toSorted((a, b) => b.x - a.x)
    .map(({ x, text }) => {
      const { from, to } = labelExtent(x, text)
      if (to > begin) return { x, text: '' }
      begin = from
      return { x, text }
    })
}

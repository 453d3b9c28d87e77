import { scaleLog } from 'd3-scale'
import { PLOT, rounded, type ValueTick, valueAxis } from './axis.ts'
import { labelExtent } from './label-extent.ts'

/** The number of values between two others. */
export interface Bin {
  from: number
  to: number
  count: number
}

export interface HistogramData {
  path: string
  yTicks: ValueTick[]
  xTicks: { x: number; text: string }[]
  /** Lines at named values, such as percentiles. */
  marks: { x: number; text: string }[]
  legend: { name: string; value: string }[]
  /** One for each bin. */
  rows: { range: string; count: string }[]
}

interface HistogramOptions {
  /** Bins above zero in ascending order, without gaps, of equal width on a logarithmic axis. */
  bins: readonly Bin[]
  marks?: readonly { value: number; name: string }[]
  format: (value: number) => string
  formatCount: (count: number) => string
}

const MOST_TICKS = 6

/** Uses a logarithmic axis, because response times vary by several powers of ten. */
export function drawHistogram({ bins, marks = [], format, formatCount }: HistogramOptions): HistogramData {
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return { path: '', yTicks: [], xTicks: [], marks: [], legend: [], rows: [] }
  const { yTicks, yOf } = valueAxis(Math.max(...bins.map(({ count }) => count)), formatCount, true)
  const scale = scaleLog([first.from, last.to], [0, PLOT.width])
  const path = bins
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => {
      const [x, end] = [rounded(scale(from)), rounded(scale(to))]
      const width = rounded(Math.max(1, (end - x) * 0.92))
      return `M${x} ${Math.min(yOf(count), PLOT.height - 1.5)}h${width}V${PLOT.height}h${-width}z`
    })
    .join('')
  const percent = (value: number) =>
    rounded((Math.min(PLOT.width, Math.max(0, scale(value))) / PLOT.width) * 100)
  return {
    path,
    yTicks,
    xTicks: roundValues(first.from, last.to).map((value) => ({ x: percent(value), text: format(value) })),
    marks: withoutCrowd(marks.map(({ value, name }) => ({ x: percent(value), text: name }))),
    legend: marks.map(({ name, value }) => ({ name, value: format(value) })),
    rows: bins.map(({ from, to, count }) => ({
      range: `${format(from)} – ${format(to)}`,
      count: formatCount(count),
    })),
  }
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

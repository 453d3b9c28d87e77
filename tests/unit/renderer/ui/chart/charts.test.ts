import { describe, expect, it } from 'vitest'
import { timeTicks, valueAxis } from '#renderer/ui/chart/draw/axis.ts'
import { drawBars } from '#renderer/ui/chart/draw/draw-bars.ts'
import { drawHistogram } from '#renderer/ui/chart/draw/draw-histogram.ts'
import { drawLines } from '#renderer/ui/chart/draw/draw-lines.ts'
import { sparkPath } from '#renderer/ui/chart/draw/spark-path.ts'
import { placeTicks } from '#renderer/ui/chart/draw/ticks.ts'
import { bucketsOf } from '#renderer/ui/chart/draw/time-buckets.ts'
import { rangeOf } from '#renderer/ui/chart/draw/time-chart.ts'
import { UTC } from '#renderer/ui/chart/draw/time-zone.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 14, 20)
const buckets = bucketsOf({ start: START, end: START + 4 * HOUR }, { leastMs: HOUR })
const ms = (value: number) => `${value} ms`

describe('valueAxis()', () => {
  it('ends at a round number above the greatest value', () => {
    const { yTicks, yOf } = valueAxis([340, 0], { format: ms })
    expect(yTicks.map(({ text }) => text)).toEqual(['0 ms', '100 ms', '200 ms', '300 ms', '400 ms'])
    expect(yOf(0)).toBe(100)
    expect(yOf(400)).toBe(0)
  })

  it('goes below zero where values do, with a line of zero', () => {
    const { yTicks, yOf } = valueAxis([-18, 4], { format: ms })
    expect(yTicks).toEqual([
      { y: 100, text: '-20 ms' },
      { y: 66.7, text: '-10 ms' },
      { y: 33.3, text: '0 ms', isZero: true },
      { y: 0, text: '10 ms' },
    ])
    expect([yOf(10), yOf(0), yOf(-20)]).toEqual([0, 33.3, 100])
    const cold = valueAxis([-18, -4], { format: ms })
    expect([cold.yOf(0), cold.yOf(-20)]).toEqual([0, 100])
    expect(cold.yTicks.at(-1)).toEqual({ y: 0, text: '0 ms', isZero: true })
    expect(valueAxis([4], { format: ms }).yTicks.some(({ isZero }) => isZero)).toBe(false)
  })

  it('has an axis where nothing came', () => {
    expect(valueAxis([0], { format: ms }).yOf(0)).toBe(100)
  })

  it('counts in whole numbers', () => {
    expect(valueAxis([1], { format: String, isWhole: true }).yTicks.map(({ text }) => text)).toEqual([
      '0',
      '1',
    ])
  })
})

describe('timeTicks()', () => {
  it('says the day at midnight, in the zone of the reader', () => {
    const day = { start: START, end: START + 12 * HOUR }
    expect(timeTicks(day, UTC).map(({ text }) => text)).toEqual(['21:00', '15 Nov', '03:00', '06:00'])
    expect(timeTicks({ ...day, end: START + 4 * HOUR }, UTC).at(-1)?.text).toBe('23:30')
    const tokyo = { name: 'Asia/Tokyo', offsetAt: () => 9 * HOUR }
    const [first] = timeTicks(day, tokyo)
    expect(first).toEqual({ x: 8.3, time: START + HOUR, text: '06:00' })
  })
})

describe('drawBars()', () => {
  const chart = drawBars({
    buckets,
    series: [
      { name: 'Answered', tone: 'trail', values: [10, 0, 30, 5] },
      { name: 'Failed', tone: 'error', values: [0, 0, 10, 0] },
    ],
    format: String,
  })

  it('stacks what is failed on what is answered', () => {
    const [answered, failed] = chart.bars
    expect(answered?.path).toContain('M527.5 25h195V100h-195z')
    expect(failed?.path).toBe('M527.5 0h195V25h-195z')
  })

  it('says the peak, the sums and every number', () => {
    expect(chart.peak).toEqual({ x: 62.5, y: 0, text: '40' })
    expect(chart.legend.map(({ value }) => value)).toEqual(['45', '10'])
    expect(chart.rows[2]).toEqual(['30', '10'])
    expect(chart.times[0]).toBe('14 Nov, 20:00')
  })

  it('draws what it is compared with as a line, and counts it', () => {
    const compared = drawBars({
      buckets,
      series: [{ name: 'Answered', tone: 'trail', values: [10, 0, 30, 5] }],
      compared: { name: 'Before', values: [40, 20, 0, 0] },
      format: String,
    })
    expect(compared.line).toBe('M125,0L375,50L625,100L875,100')
    expect(compared.legend).toEqual([
      { name: 'Answered', tone: 'trail', value: '45' },
      { name: 'Before', tone: 'earlier', value: '60' },
    ])
    expect(compared.rows[0]).toEqual(['10', '40'])
    expect(compared.peak?.text).toBe('30')
    expect(chart.line).toBeNull()
  })

  it('draws nothing where nothing came', () => {
    const empty = drawBars({
      buckets,
      series: [{ name: 'Answered', tone: 'trail', values: [0, 0, 0, 0] }],
      format: String,
    })
    expect(empty.bars[0]?.path).toBe('')
    expect(empty.peak).toBeNull()
  })
})

describe('drawLines()', () => {
  it('leaves a gap where nothing was measured, and says the latest value', () => {
    const chart = drawLines({
      buckets,
      series: [{ name: 'p95', tone: 'trail', values: [100, null, 200, 100] }],
      format: ms,
    })
    expect(chart.lines[0]?.path.match(/M/g)).toHaveLength(2)
    expect(chart.legend[0]?.value).toBe('100 ms')
    expect(chart.peak?.text).toBe('200 ms')
    expect(chart.rows.map(([value]) => value)).toEqual(['100 ms', '', '200 ms', '100 ms'])
  })

  it('draws what is named first above the others, where they meet', () => {
    const values = [1, 1, 1, 1]
    const series = [
      { name: 'p95', tone: 'trail', values } as const,
      { name: 'p50', tone: 'quiet', values } as const,
    ]
    const { lines, legend } = drawLines({ buckets, series, format: ms })
    expect(lines.map(({ tone }) => tone)).toEqual(['quiet', 'trail'])
    expect(legend.map(({ name }) => name)).toEqual(['p95', 'p50'])
  })
})

describe('values below zero', () => {
  const width = 1_000 / 4

  it('are points of a line below the line of zero', () => {
    const series = [{ name: 'cold', tone: 'trail', values: [-20, 0, null, 10] } as const]
    const { lines, yTicks, peak } = drawLines({ buckets, series, format: ms })
    const zero = yTicks.find(({ isZero }) => isZero)?.y
    expect(lines[0]?.path).toBe(`M${width / 2},100L${width * 1.5},${zero}M${width * 3.5},0Z`)
    expect(peak).toMatchObject({ y: 0, text: '10 ms' })
  })

  it('are bars that hang from the line of zero, stacked downwards', () => {
    const series = [
      { name: 'a', tone: 'trail', values: [-10, 10, 0, 0] },
      { name: 'b', tone: 'ok', values: [-10, -20, 0, 0] },
    ] as const
    const { bars, yTicks, rows } = drawBars({ buckets, series, format: ms })
    const yOf = (value: number) => yTicks.find(({ text }) => text === ms(value))?.y
    const [zero, ten, minusTen, minusTwenty] = [yOf(0), yOf(10), yOf(-10), yOf(-20)]
    expect([zero, ten, minusTwenty].every((y) => y !== undefined)).toBe(true)
    expect(bars.map(({ path }) => path.replaceAll(/M[\d.]+ |h-?[\d.]+/g, ''))).toEqual([
      `${minusTen}V${zero}z${ten}V${zero}z`,
      `${minusTwenty}V${minusTen}z${minusTwenty}V${zero}z`,
    ])
    expect(rows[0]).toEqual(['-10 ms', '-10 ms'])
  })
})

describe('placeMarks()', () => {
  it('labels the first of those that stand close', () => {
    const at = (hours: number, name: string) => ({ time: START + hours * HOUR, name })
    const marks = placeTicks(buckets, [at(3, '3.0'), at(0.1, '1.0'), at(0.2, '1.1'), at(9, 'outside')])
    expect(marks.map(({ name, label }) => [name, label])).toEqual([
      ['1.0', '1.0 +1'],
      ['1.1', undefined],
      ['3.0', '3.0'],
    ])
  })
})

describe('rangeOf()', () => {
  it('covers whole buckets, whichever way they were chosen', () => {
    const range = { start: '2026-11-14T21:00:00.000Z', end: '2026-11-14T23:00:00.000Z' }
    expect(rangeOf(buckets, 1, 2)).toEqual(range)
    expect(rangeOf(buckets, 2, 1)).toEqual(range)
  })
})

describe('drawHistogram()', () => {
  const chart = drawHistogram({
    bins: [
      { from: 10, to: 20, count: 4 },
      { from: 20, to: 40, count: 0 },
      { from: 40, to: 160, count: 2 },
    ],
    marks: [
      { name: 'p50', value: 11 },
      { name: 'p75', value: 80 },
      { name: 'p95', value: 90 },
    ],
    format: ms,
    formatCount: String,
  })

  it('has its values on a logarithmic axis', () => {
    expect(chart.xTicks.map(({ x, text }) => [x, text])).toEqual([
      [0, '10 ms'],
      [33.3, '20 ms'],
      [72, '50 ms'],
      [88.7, '100 ms'],
    ])
  })

  it('leaves out the label of what stands close to a greater one', () => {
    expect(chart.marks.map(({ text }) => text)).toEqual(['p95', '', 'p50'])
  })

  it('lists the bins, also empty ones, in their order', () => {
    expect(chart.rows).toEqual([
      { range: '10 ms – 20 ms', count: '4' },
      { range: '20 ms – 40 ms', count: '0' },
      { range: '40 ms – 160 ms', count: '2' },
    ])
  })

  it('is empty without values', () => {
    expect(drawHistogram({ bins: [], format: ms, formatCount: String }).bars).toEqual([])
  })
})

describe('sparkPath()', () => {
  it('begins again after a gap', () => {
    expect(sparkPath([10, 5, null, 10])).toBe('M13 2h0L38 12M88 2h0')
  })

  it('lies at the foot where all is zero', () => {
    expect(sparkPath([0, 0])).toBe('M25 22h0L75 22')
  })
})

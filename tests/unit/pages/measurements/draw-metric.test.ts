import { describe, expect, it } from 'vitest'
import { drawMetric } from '#pages/measurements/metric/draw-metric.ts'
import { formatFact, numberOf } from '#pages/measurements/metric/statistics.ts'
import { UTC } from '#renderer/ui/chart/draw/time-zone.ts'
import type { MetricKind, MetricNumbers, MetricSeries } from '#server/models/metrics.ts'

const MINUTE_MS = 60_000
const buckets = { start: 0, stepMs: MINUTE_MS, count: 2, end: 2 * MINUTE_MS }
const NOTHING = { count: 0, sum: null, avg: null, min: null, max: null, last: null, p50: null, p95: null }

function aSeries(group: string | null, first: Partial<MetricNumbers>): MetricSeries {
  const numbers = { ...NOTHING, ...first }
  return { group, total: numbers, byBucket: [numbers, null] }
}

function draw(
  kind: MetricKind,
  all: MetricSeries,
  more: { groups?: MetricSeries[]; statistic?: 'rate' } = {},
) {
  const { groups = [], statistic } = more
  return drawMetric({ metric: { kind, unit: 'ms', all, groups }, statistic, buckets, zone: UTC })
}

describe('the chart of a metric', () => {
  it('has bars of the sums of a counter, one colour for each series and one for all others', () => {
    const groups = [aSeries('EUR', { count: 3, sum: 3_000 }), aSeries(null, { count: 1, sum: 1_000 })]
    const { kind, chart } = draw('counter', aSeries(null, { count: 6, sum: 6_000 }), { groups })
    expect(kind).toBe('bars')
    expect(chart.legend.map(({ name, value }) => [name, value])).toEqual([
      ['EUR', '3.0 s'],
      ['without this attribute', '1.0 s'],
      ['Other series', '2.0 s'],
    ])
    expect(new Set(chart.legend.map(({ tone }) => tone)).size).toBe(3)
  })

  it('has the points of a temperature below the line of zero', () => {
    const cold = { count: 2, avg: -10, min: -20, max: 20, last: -10 }
    const { kind, chart } = draw('gauge', {
      ...aSeries(null, cold),
      byBucket: [{ ...NOTHING, ...cold }, null],
    })
    expect(kind).toBe('lines')
    const ofZero = chart.yTicks.filter(({ isZero }) => isZero)
    expect(ofZero).toEqual([{ y: 50, text: '0 ms', isZero: true }])
    expect('lines' in chart && chart.lines.map(({ path }) => path)).toEqual([
      'M250,100Z',
      'M250,0Z',
      'M250,75Z',
    ])
  })

  it('has a line of a rate, which is nothing where nothing was counted', () => {
    const { kind, chart } = draw('counter', aSeries(null, { sum: 5 }), { statistic: 'rate' })
    expect(kind).toBe('lines')
    expect(chart.rows).toEqual([['5 ms'], ['0 ms']])
  })

  it('has lines of a histogram, without quantiles that no bucket says', () => {
    const { chart } = draw('distribution', aSeries(null, { count: 4, sum: 80, avg: 20 }))
    expect(chart.legend.map(({ name, value }) => [name, value])).toEqual([['Average', '20 ms']])
  })
})

describe('a rate', () => {
  const of = (kind: MetricKind) =>
    numberOf({ ...NOTHING, count: 30, sum: 90 }, 'rate', { kind, lengthMs: 10 * MINUTE_MS })

  it('is of the sum of a counter, and of the count of a histogram', () => {
    expect([of('counter'), of('distribution')]).toEqual([9, 3])
  })

  it.each([
    [9, '9 / min'],
    [0.5, '30 / h'],
    [-9, '−9 / min'],
    [0.01, '14.4 / day'],
  ])('of %s a minute is %s', (rate, text) => {
    expect(formatFact(rate, 'rate', { kind: 'counter', unit: '{order}' })).toBe(text)
  })
})

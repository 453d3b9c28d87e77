import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantileOf } from '#server/desk/metrics/add-up.ts'
import { measure, type ReadPoint } from '#server/desk/metrics/measured.ts'

function aPoint(attributes: ReadPoint['attributes'], value = 1): ReadPoint {
  return {
    ...{ timestampUs: 1, contentHash: 1, type: 'distribution', value, unit: 'ms', projectSlug: 'shop' },
    ...{ traceId: null, spanId: null, release: null, environment: null, attributes },
  }
}

describe('the quantile of buckets', () => {
  it('is none without any measurement', () => {
    expect(quantileOf([], 0.5)).toBeNull()
  })

  it('lies in its bucket as if that was filled evenly', () => {
    const buckets = [
      { from: 0, to: 10, count: 1 },
      { from: 10, to: 20, count: 2 },
      { from: 20, to: 40, count: 1 },
    ]
    expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantileOf(buckets, share))).toEqual([0, 10, 15, 20, 40])
  })

  it('never leaves the buckets, and grows with its share', () => {
    const buckets = fc.array(fc.record({ width: fc.nat(50), count: fc.nat(9) }), {
      minLength: 1,
      maxLength: 9,
    })
    fc.assert(
      fc.property(buckets, fc.double({ min: 0, max: 1, noNaN: true }), (made, share) => {
        const ends = made.map((_, index) =>
          made.slice(0, index + 1).reduce((sum, { width }) => sum + width, 0),
        )
        const placed = made.map(({ count }, index) => ({
          ...{ from: ends[index - 1] ?? 0, to: ends[index] ?? 0, count },
        }))
        const [low, high] = [quantileOf(placed, share / 2) ?? 0, quantileOf(placed, share) ?? 0]
        expect(low).toBeLessThanOrEqual(high + 1e-9)
        expect(high).toBeLessThanOrEqual(ends.at(-1) ?? 0)
      }),
    )
  })
})

describe('a point of a histogram', () => {
  it('has one bucket for each range with a measurement, the outer ones ending at its smallest and largest value', () => {
    const spread = { 'otel.bounds': [10, 20], 'otel.counts': [1, 0, 3] }
    const point = aPoint({ 'otel.count': 4, 'otel.sum': 99, 'otel.min': 7, 'otel.max': 31, ...spread })
    expect(measure(point)).toMatchObject({ count: 4, sum: 99, min: 7, max: 31 })
    expect(measure(point).buckets).toEqual([
      { from: 7, to: 10, count: 1 },
      { from: 20, to: 31, count: 3 },
    ])
  })

  it('has the quantiles of a summary as buckets', () => {
    const quantiles = [
      [0.5, 8],
      [0.9, 12],
    ]
    expect(measure(aPoint({ 'otel.count': 10, 'otel.quantiles': quantiles })).buckets).toEqual([
      { from: 8, to: 8, count: 5 },
      { from: 8, to: 12, count: 4 },
    ])
  })

  it('is read without trusting attributes that somebody else sent', () => {
    const strange = {
      'otel.count': 2,
      'otel.bounds': 'x',
      'otel.counts': [null, 'y', 2],
      'otel.quantiles': [[], 3],
    }
    expect(measure(aPoint(strange, 5))).toMatchObject({ count: 2, sum: 10 })
  })
})

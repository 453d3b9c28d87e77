import { expect, it } from 'vitest'
import { rateVital } from '#server/desk/performance/vitals.ts'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'

function summaryOf(micros: readonly number[]) {
  const sketch = new QuantileSketch()
  for (const value of micros) sketch.add(value)
  return { quantity: micros.length, failures: 0, totalMs: 0, sketch }
}

it.each([
  ['lcp', 1_000_000, 'good'],
  ['lcp', 3_000_000, 'needs improvement'],
  ['lcp', 5_000_000, 'poor'],
  ['inp', 150_000, 'good'],
  ['cls', 50_000, 'good'],
  ['cls', 200_000, 'needs improvement'],
  ['cls', 300_000, 'poor'],
  ['ttfb', 2_000_000, 'poor'],
] as const)('rates %s of %i as %s', (vital, micros, rating) => {
  expect(rateVital(vital, summaryOf([micros]))).toMatchObject({ rating, shares: { [rating]: 1 } })
})

it('says CLS in its own unit, and how visits spread', () => {
  const cls = rateVital('cls', summaryOf([0, 0, 150_000, 400_000]))
  expect(cls?.p75).toBeCloseTo(0.15, 2)
  expect(cls?.shares).toEqual({ good: 0.5, 'needs improvement': 0.25, poor: 0.25 })
})

it('has none where none was measured', () => {
  expect(rateVital('lcp', summaryOf([]))).toBeUndefined()
})

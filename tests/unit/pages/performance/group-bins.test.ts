import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupBins } from '#pages/performance/route/group-bins.ts'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'

describe('groupBins()', () => {
  it('loses nothing, and leaves no gap', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }), (values) => {
        const sketch = new QuantileSketch()
        for (const value of values) sketch.add(value)
        const grouped = groupBins(sketch.listBins())
        expect(grouped.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
        expect(grouped.length).toBeLessThanOrEqual(40)
        for (const [index, { from, to }] of grouped.entries()) {
          expect(to).toBeGreaterThan(from)
          if (index > 0) expect(from).toBeCloseTo(grouped[index - 1]?.to ?? 0, 6)
        }
      }),
    )
  })

  it('is empty of nothing', () => {
    expect(groupBins([])).toEqual([])
  })
})

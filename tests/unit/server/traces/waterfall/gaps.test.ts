import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findGaps } from '#server/traces/waterfall/gaps.ts'

const interval = fc
  .tuple(fc.integer({ min: -50, max: 250 }), fc.integer({ min: 0, max: 100 }))
  .map(([startUs, lasts]) => ({ startUs, endUs: startUs + lasts }))

it('finds every moment of the span in which none of its children ran, and no other', () => {
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), (children) => {
      const span = { startUs: 0, endUs: 200 }
      const gaps = findGaps(span, children, 1)
      for (let time = 0; time < 200; time++) {
        const isCovered = children.some(({ startUs, endUs }) => startUs <= time && time < endUs)
        const isGap = gaps.some(({ startUs, endUs }) => startUs <= time && time < endUs)
        expect(isGap, `at ${time}`).toBe(!isCovered)
      }
    }),
  )
})

it('leaves out what is shorter than is asked for', () => {
  const children = [
    { startUs: 5, endUs: 50 },
    { startUs: 70, endUs: 100 },
  ]
  expect(findGaps({ startUs: 0, endUs: 100 }, children, 10)).toEqual([{ startUs: 50, endUs: 70 }])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLate, labelExtent } from '#renderer/ui/chart/draw/label-extent.ts'

it('stands right of its line, and left of one that is late', () => {
  expect(labelExtent(10, '1.4.2')).toEqual({ from: 10, to: 34 })
  expect(labelExtent(90, '1.4.2')).toEqual({ from: 66, to: 90 })
})

it('stays in the chart, but for what the style sheet cuts of the longest', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), fc.string(), (x, text) => {
      const { from, to } = labelExtent(x, text)
      expect(isLate(x) ? to : from).toBe(x)
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(130)
      expect(to).toBeGreaterThan(from)
    }),
  )
})

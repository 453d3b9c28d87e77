import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeBeside } from '#renderer/ui/chart/readout.ts'

const box = { width: 160, height: 60 }
const view = { width: 1440, height: 900 }

it('stands to the right of the pointer, at its height', () => {
  expect(placeBeside({ x: 300, y: 200, side: 'end' }, box, view)).toEqual({ x: 314, y: 170 })
})

it('stands to the left where the right side has no room, or where the range grows to the left', () => {
  expect(placeBeside({ x: 1400, y: 200, side: 'end' }, box, view)).toEqual({ x: 1226, y: 170 })
  expect(placeBeside({ x: 300, y: 200, side: 'start' }, box, view)).toEqual({ x: 126, y: 170 })
})

it('stands above the pointer on a phone', () => {
  expect(
    placeBeside({ x: 195, y: 200, side: 'end' }, { width: 220, height: 60 }, { width: 390, height: 844 }),
  ).toEqual({ x: 85, y: 112 })
})

it('never leaves the window', () => {
  const anchor = fc.record({
    x: fc.integer({ min: 0, max: 390 }),
    y: fc.integer({ min: -50, max: 900 }),
    side: fc.constantFrom('start' as const, 'end' as const),
  })
  const phone = { width: 390, height: 844 }
  fc.assert(
    fc.property(anchor, (where) => {
      const { x, y } = placeBeside(where, { width: 300, height: 100 }, phone)
      expect(x).toBeGreaterThanOrEqual(8)
      expect(x + 300).toBeLessThanOrEqual(382)
      expect(y).toBeGreaterThanOrEqual(8)
      expect(y + 100).toBeLessThanOrEqual(836)
    }),
  )
})

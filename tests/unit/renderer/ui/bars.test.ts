import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsOf, isRising, pathOf } from '#renderer/views/issue/trend/bars.ts'

const BOX = { width: 119, height: 26, gap: 1 }

describe('barsOf()', () => {
  it('fills the box from edge to edge, the highest bar to the top', () => {
    const bars = barsOf([0, 5, 10], { width: 32, height: 20, gap: 1 })
    expect(bars).toEqual([
      { x: 0, y: 19, width: 10, height: 1 },
      { x: 11, y: 10, width: 10, height: 10 },
      { x: 22, y: 0, width: 10, height: 20 },
    ])
  })

  it('shows a single event among very many', () => {
    expect(barsOf([1, 1_000_000], BOX)[0]?.height).toBe(3)
  })

  it('stays in the box', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 48 }), (counts) => {
        for (const { x, y, width, height } of barsOf(counts, BOX)) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + width).toBeLessThanOrEqual(BOX.width + 0.02)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y + height).toBeCloseTo(BOX.height, 1)
        }
      }),
    )
  })
})

describe('pathOf()', () => {
  const grid = { step: 5, height: 26 }

  it('draws each bar upwards from the ground, and nothing of an empty hour', () => {
    expect(pathOf([1, 0, 2], grid)).toBe('M0 26v-13M10 26v-26')
    expect(pathOf([0, 0], grid)).toBe('')
    expect(pathOf([], grid)).toBe('')
  })

  it('measures a part against the whole', () => {
    expect(pathOf([1, 2, 4], { ...grid, to: 2 })).toBe('M0 26v-7M5 26v-13')
    expect(pathOf([1, 2, 4], { ...grid, from: 2 })).toBe('M10 26v-26')
  })

  it('shows a single event among very many', () => {
    expect(pathOf([1, 1_000_000], grid)).toBe('M0 26v-3M5 26v-26')
  })
})

describe('isRising()', () => {
  const quiet = new Array<number>(21).fill(2)

  it.each([
    ['more than twice as many', [...quiet, 5, 5, 5], true],
    ['just twice as many', [...quiet, 4, 4, 4], false],
    ['fewer', [...quiet, 0, 1, 0], false],
    ['the first events', [...new Array<number>(21).fill(0), 0, 2, 3], true],
    ['too few to tell', [...new Array<number>(21).fill(0), 0, 1, 3], false],
    ['nothing', [], false],
    ['no earlier hours', [9, 9, 9], false],
  ])('%s: %j', (_name, counts, expected) => expect(isRising(counts)).toBe(expected))
})

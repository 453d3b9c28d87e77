import { describe, expect, it } from 'vitest'
import { parseRange, placeBar, placeMoment } from '#renderer/views/trace/time-range.ts'

const address = { collapsed: [], open: [], at: 0 }

describe('readRange()', () => {
  it('is all of the trace, or what its address says', () => {
    expect(parseRange(742_000, address)).toEqual({ fromUs: 0, rangeUs: 742_000 })
    expect(parseRange(742_000, { ...address, from: 100 })).toEqual({ fromUs: 100_000, rangeUs: 642_000 })
    expect(parseRange(742_000, { ...address, from: 100, to: 300 })).toEqual({
      fromUs: 100_000,
      rangeUs: 200_000,
    })
  })

  it('is never empty', () => {
    expect(parseRange(0, address).rangeUs).toBe(1)
  })
})

describe('placeBar()', () => {
  const range = { fromUs: 1_000, rangeUs: 1_000 }

  it.each([
    ['within', 1_250, 1_500, { marginInlineStart: '25%', width: '25%' }],
    ['over the beginning', 0, 1_500, { marginInlineStart: '0%', width: '50%' }],
    ['over the end', 1_750, 9_000, { marginInlineStart: '75%', width: '25%' }],
    ['over all of it', 0, 9_000, { marginInlineStart: '0%', width: '100%' }],
    ['for no time', 2_000, 2_000, { marginInlineStart: '100%', width: '0%' }],
    ['by a third', 1_000, 1_333.3333, { marginInlineStart: '0%', width: '33.33%' }],
    ['before', 0, 999, undefined],
    ['behind', 2_001, 3_000, undefined],
  ])('places what lies %s', (_name, startUs, endUs, place) => {
    expect(placeBar(range, startUs, endUs)).toEqual(place)
  })
})

it('places moments that are shown', () => {
  const range = { fromUs: 1_000, rangeUs: 1_000 }
  expect(placeMoment(range, 1_610)).toEqual({ insetInlineStart: '61%' })
  expect(placeMoment(range, 999)).toBeUndefined()
  expect(placeMoment(range, 2_001)).toBeUndefined()
})

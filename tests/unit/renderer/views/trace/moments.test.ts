import { describe, expect, it } from 'vitest'
import { labelMoments } from '#renderer/views/trace/moments.ts'

const range = { fromUs: 0, rangeUs: 1_000 }

describe('labelMoments()', () => {
  it('labels moments where they are, in the order of time', () => {
    expect(labelsOf({ FCP: 600, TTFB: 100 })).toEqual([
      ['TTFB', 'TTFB', false],
      ['FCP', 'FCP', false],
    ])
  })

  it('gives moments one label whose names would lie over one another', () => {
    expect(labelsOf({ TTFB: 100, FCP: 500, LCP: 505 })).toEqual([
      ['TTFB', 'TTFB', false],
      ['FCP', 'FCP LCP', false],
      ['LCP', undefined, false],
    ])
  })

  it('puts a label before its line where it would run over the edge', () => {
    expect(labelsOf({ TTFB: 100, LCP: 1_000 })).toEqual([
      ['TTFB', 'TTFB', false],
      ['LCP', 'LCP', true],
    ])
  })

  it('gives one label to two that would meet between their lines', () => {
    expect(labelsOf({ FCP: 800, LCP: 950 })).toEqual([
      ['FCP', 'FCP LCP', false],
      ['LCP', undefined, false],
    ])
  })

  it('leaves out what is not among the times that are shown', () => {
    expect(labelMoments({ fromUs: 200, rangeUs: 300 }, [{ name: 'TTFB', atUs: 100 }])).toEqual([])
  })
})

function labelsOf(moments: Record<string, number>) {
  const all = Object.entries(moments).map(([name, atUs]) => ({ name, atUs }))
  return labelMoments(range, all).map(({ name, label, isLate }) => [name, label, isLate])
}

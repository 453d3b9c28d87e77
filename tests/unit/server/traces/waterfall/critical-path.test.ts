import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCriticalPath, type Interval } from '#server/traces/waterfall/critical-path.ts'

/** Spans in any order of time, each below an earlier one: children may begin before and end after their parents. */
const trees = fc
  .array(
    fc.record({
      startUs: fc.integer({ min: -50, max: 200 }),
      lasts: fc.integer({ min: 0, max: 150 }),
      parent: fc.nat(),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) => {
    const spans = list.map(({ startUs, lasts }) => ({ startUs, endUs: startUs + lasts }))
    const children: number[][] = spans.map(() => [])
    for (const [index, { parent }] of list.entries()) {
      if (index > 0) children[parent % index]?.push(index)
    }
    return { spans, children }
  })

describe('findCriticalPath()', () => {
  it('goes from the start of the root to its end, without a gap and never twice', () => {
    fc.assert(
      fc.property(trees, ({ spans, children }) => {
        const [root] = spans
        let time = root?.startUs
        for (const { startUs, endUs } of findCriticalPath(spans, children, 0)) {
          expect(startUs).toBe(time)
          expect(endUs).toBeGreaterThan(startUs)
          time = endUs
        }
        expect(time).toBe(root?.endUs)
      }),
    )
  })

  it('is in each span only while that was running', () => {
    fc.assert(
      fc.property(trees, ({ spans, children }) => {
        for (const { span, startUs, endUs } of findCriticalPath(spans, children, 0)) {
          expect(startUs).toBeGreaterThanOrEqual(spans[span]?.startUs ?? Number.POSITIVE_INFINITY)
          expect(endUs).toBeLessThanOrEqual(spans[span]?.endUs ?? Number.NEGATIVE_INFINITY)
        }
      }),
    )
  })

  it('is in the root alone where it has no children', () => {
    const spans: Interval[] = [{ startUs: 3, endUs: 9 }]
    expect(findCriticalPath(spans, [[]], 0)).toEqual([{ span: 0, startUs: 3, endUs: 9 }])
  })

  it('leaves out what ran beside something that ended later', () => {
    const spans: Interval[] = [
      { startUs: 0, endUs: 100 },
      { startUs: 10, endUs: 90 },
      { startUs: 20, endUs: 50 },
    ]
    expect(findCriticalPath(spans, [[1, 2], [], []], 0).map(({ span }) => span)).toEqual([0, 1, 0])
  })

  it('goes as deep as a trace does', () => {
    const spans = Array.from({ length: 50_000 }, (_, depth) => ({ startUs: depth, endUs: 200_000 - depth }))
    const children = spans.map((_, index) => (index + 1 < spans.length ? [index + 1] : []))
    expect(findCriticalPath(spans, children, 0)).toHaveLength(2 * spans.length - 1)
  })
})

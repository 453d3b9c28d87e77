import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escalationLimit } from '#server/processing/escalation.ts'

describe('the number of events in an hour above which an issue escalates', () => {
  it.each([
    [[], 10],
    [[0, 0, 1], 10],
    [[5, 0, 0], 10],
    [[6, 1, 0], 12],
    [[0, 0, 40, 3, 40], 80],
  ])('after hours of %j is %d', (counts, limit) => {
    expect(escalationLimit(counts)).toBe(limit)
  })

  it('is never reached by an hour like those before', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { maxLength: 168 }), (counts) => {
        expect(Math.max(0, ...counts)).toBeLessThanOrEqual(escalationLimit(counts))
      }),
    )
  })
})

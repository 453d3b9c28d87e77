import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketAt, bucketsOf } from '#renderer/ui/chart/draw/time-buckets.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 14, 12, 20)

describe('bucketsOf()', () => {
  it.each([
    ['24 hours', DAY, HOUR],
    ['7 days', 7 * DAY, 3 * HOUR],
    ['14 days', 14 * DAY, 6 * HOUR],
    ['30 days', 30 * DAY, DAY],
    ['90 days', 90 * DAY, 7 * DAY],
  ])('takes steps that people know for %s', (_name, length, stepMs) => {
    expect(bucketsOf({ start: NOON - length, end: NOON }, { leastMs: HOUR }).stepMs).toBe(stepMs)
  })

  it('holds the whole period in at most as many buckets as asked for', () => {
    const period = fc.record({
      start: fc.integer({ min: 0, max: 4e12 }),
      length: fc.integer({ min: 1, max: 3_660 * DAY }),
      most: fc.integer({ min: 2, max: 200 }),
    })
    fc.assert(
      fc.property(period, ({ start, length, most }) => {
        const buckets = bucketsOf({ start, end: start + length }, { most })
        expect(buckets.count).toBeLessThanOrEqual(most)
        expect(buckets.start).toBeLessThanOrEqual(start)
        expect(buckets.end).toBeGreaterThanOrEqual(start + length)
        expect(buckets.end - buckets.start).toBe(buckets.count * buckets.stepMs)
        expect(bucketAt(buckets, start)).toBe(0)
        expect(bucketAt(buckets, buckets.end)).toBeUndefined()
      }),
    )
  })
})

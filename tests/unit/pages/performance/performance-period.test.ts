import { describe, expect, it } from 'vitest'
import { performancePeriod } from '#pages/performance/performance-period.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 21, 14, 20)
const last = (length: number) => ({ start: NOW - length, end: NOW, statsPeriod: undefined })

describe('performancePeriod()', () => {
  it.each([
    ['an hour', HOUR, HOUR, 2],
    ['a day', DAY, HOUR, 25],
    ['two days', 2 * DAY, HOUR, 49],
    ['two weeks', 14 * DAY, DAY, 15],
    ['ninety days', 90 * DAY, DAY, 91],
  ])('shows %s in whole parts', (_name, length, stepMs, count) => {
    expect(performancePeriod(last(length), 'UTC').buckets).toMatchObject({ stepMs, count })
    expect(performancePeriod(last(length), 'UTC').isClipped).toBe(false)
  })

  it('shows one route by hours for longer', () => {
    expect(performancePeriod(last(14 * DAY), 'UTC', { isOfOne: true }).buckets.stepMs).toBe(6 * HOUR)
  })

  it('begins hours on the reader’s clock, and days in UTC, because they are stored so', () => {
    const newYork = (length: number) =>
      performancePeriod(last(length), 'America/New_York', { isOfOne: true }).buckets.start
    expect(newYork(14 * DAY)).toBe(Date.UTC(2026, 10, 7, 11)) // 6:00 in New York
    expect(newYork(20 * DAY)).toBe(Date.UTC(2026, 10, 1))
  })

  it('shows the last ninety days of a year, and says so', () => {
    const { buckets, isClipped } = performancePeriod(last(365 * DAY), 'UTC')
    expect(buckets.count).toBe(91)
    expect(isClipped).toBe(true)
  })
})

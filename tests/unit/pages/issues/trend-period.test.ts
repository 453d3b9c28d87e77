import { describe, expect, it } from 'vitest'
import { namesOfTrend, trendPeriod } from '#pages/issues/@issueId/trend-period.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 21, 14, 20)
const HOUR_END = Date.UTC(2026, 10, 21, 15)
const asked = (search: string, firstSeen = NOW - 30 * DAY, zone = 'UTC') =>
  trendPeriod(new URLSearchParams(search), { now: NOW, firstSeen, zone })
const namesOf = (search: string, zone = 'UTC') => namesOfTrend(asked(search, 0, zone), { now: NOW, zone })

describe('trendPeriod()', () => {
  it('is a fortnight, or a day of what is new', () => {
    expect(asked('')).toMatchObject({ range: '14d', buckets: { count: 56, end: HOUR_END }, periodParams: {} })
    expect(asked('', NOW - HOUR)).toMatchObject({ range: '24h', buckets: { count: 24, stepMs: HOUR } })
  })

  it('is what is asked for, and stays so from page to page', () => {
    expect(asked('statsPeriod=24h')).toMatchObject({ range: '24h', periodParams: { statsPeriod: '24h' } })
    expect(asked('statsPeriod=90d')).toMatchObject({ range: '14d', periodParams: { statsPeriod: '90d' } })
  })

  it('is all hours that less than a day has a part of, by minutes', () => {
    const hour = asked('statsPeriod=1h')
    expect(hour).toMatchObject({
      range: 'chosen',
      periodParams: { statsPeriod: '1h' },
    })
    expect(namesOf('statsPeriod=1h')).toEqual({ name: '21 Nov, 13:00 to 14:20 UTC', users: null })
    expect(hour.buckets).toEqual({
      ...{ start: Date.UTC(2026, 10, 21, 13), end: Date.UTC(2026, 10, 21, 14, 25) },
      ...{ stepMs: 300_000, count: 17 },
    })
  })

  it('is a time that was chosen, by minutes, with the users of its hours', () => {
    const search = 'start=2026-11-20T10:30:00Z&end=2026-11-20T13:00:00Z'
    const { range, buckets, periodParams } = asked(search)
    expect(range).toBe('chosen')
    expect(namesOf(search)).toEqual({
      name: '20 Nov, 10:30 to 13:00 UTC',
      users: '20 Nov, 10:00 to 13:00 UTC',
    })
    expect(buckets).toEqual({
      start: Date.UTC(2026, 10, 20, 10, 30),
      end: Date.UTC(2026, 10, 20, 13),
      stepMs: 300_000,
      count: 30,
    })
    expect(asked('start=2026-11-20T10:12:00Z&end=2026-11-20T10:47:00Z').buckets).toEqual({
      start: Date.UTC(2026, 10, 20, 10, 12),
      end: Date.UTC(2026, 10, 20, 10, 47),
      stepMs: 60_000,
      count: 35,
    })
    expect(namesOf('start=2026-11-20T10:00:00Z&end=2026-11-20T13:00:00Z').users).toBeNull()
    expect(periodParams).toEqual({ start: '2026-11-20T10:30:00.000Z', end: '2026-11-20T13:00:00.000Z' })
  })

  it('has the reader’s days, by the whole hours that are counted', () => {
    const search = 'start=2026-11-01T00:00:00Z&end=2026-11-20T13:00:00Z'
    const tokyo = asked(search, 0, 'Asia/Tokyo')
    expect(namesOf(search, 'Asia/Tokyo').name).toBe('1 Nov, 06:00 to 21 Nov, 00:00')
    expect(tokyo.buckets.stepMs).toBe(6 * HOUR)
    const longer = search.replace('11-01', '08-01')
    expect(namesOf(longer, 'Asia/Tokyo').name).toBe('22 Aug, 00:00 to 21 Nov, 00:00')
    expect(namesOf(longer, 'Asia/Kolkata').name).toBe('22 Aug, 00:30 to 21 Nov, 00:30')
  })

  it('ends now, and begins ninety days before at most', () => {
    const { buckets } = asked('start=2020-01-01&end=2030-01-01')
    expect(buckets.end).toBeGreaterThan(NOW)
    expect(buckets.count).toBe(91)
    expect(buckets.end - buckets.start).toBe(91 * DAY)
    expect(asked('start=2029-01-01&end=2030-01-01').buckets.count).toBe(1)
  })

  it('is the usual one where none can be read, and says so', () => {
    const refused = asked('start=2026-11-20&end=2026-11-19')
    expect(refused).toMatchObject({ range: '14d', periodParams: {} })
    expect(refused.refusal).toBe('Cannot show this period: it ends before it starts')
    expect(asked('statsPeriod=x')).toMatchObject({
      periodParams: {},
      refusal: expect.stringContaining('`x`'),
    })
  })
})

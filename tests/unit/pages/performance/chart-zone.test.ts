import { describe, expect, it } from 'vitest'
import { savedParameters } from '#pages/performance/saved-parameters.ts'
import { sinceOf } from '#pages/performance/since-of.ts'
import { chartZone } from '#renderer/format/chart-zone.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 14, 12)

describe('chartZone()', () => {
  it('knows how far a zone is ahead of UTC', () => {
    const zone = chartZone('Asia/Tokyo', { start: NOON, end: NOON + HOUR })
    expect([zone.name, zone.offsetAt(NOON)]).toEqual(['Asia/Tokyo', 9 * HOUR])
  })

  it('follows clocks that are set back', () => {
    const night = Date.UTC(2026, 9, 25, 1)
    const zone = chartZone('Europe/Berlin', { start: night - 24 * HOUR, end: night + 24 * HOUR })
    expect([zone.offsetAt(night - HOUR), zone.offsetAt(night)]).toEqual([2 * HOUR, HOUR])
  })
})

describe('sinceOf()', () => {
  it('says the time by the reader’s clock, with the day where it is another', () => {
    expect(sinceOf(NOON / HOUR - 2, NOON, 'UTC')).toBe('since 10:00 UTC')
    expect(sinceOf(NOON / HOUR - 2, NOON, 'Asia/Tokyo')).toBe('since 19:00')
    expect(sinceOf(NOON / HOUR - 26, NOON, 'UTC')).toBe('since 13 Nov 2026, 10:00 UTC')
  })
})

describe('savedParameters()', () => {
  it('keeps what is shown, and whether it is compared', () => {
    const parameters = new URLSearchParams('project=shop&statsPeriod=7d&compare=1&sort=p95')
    expect(savedParameters(parameters)).toEqual({ project: 'shop', statsPeriod: '7d', compare: '1' })
    expect(savedParameters(new URLSearchParams('compare=x'))).toEqual({})
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromWallTime, wallTime } from '#renderer/format/wall-time.ts'
import { parseScope } from '#renderer/scope.ts'
import { runs } from '#tests/support/run/doses.ts'

describe('a clock on a wall', () => {
  it.each([
    ['2026-11-21T07:00', 'Europe/Berlin', '2026-11-21T08:00'],
    ['2026-07-01T07:00', 'Europe/Berlin', '2026-07-01T09:00'],
    ['2026-11-21T07:00', 'America/New_York', '2026-11-21T02:00'],
    ['2026-11-21T07:00', 'Nowhere/At_All', '2026-11-21T07:00'],
  ])('shows at %s in %s %s, and is read back', (utc, zone, shown) => {
    const [time, wall] = [Date.parse(`${utc}Z`), Date.parse(`${shown}Z`)]
    expect(wallTime(time, zone)).toBe(wall)
    expect(fromWallTime(wall, zone)).toBe(time)
  })

  it('that is set forward and back is still read as some time of that night', () => {
    const night = Date.parse('2026-03-29T02:30Z') // there is no such time in Berlin
    expect(Math.abs(fromWallTime(night, 'Europe/Berlin') - Date.parse('2026-03-29T01:30Z'))).toBeLessThan(
      3_600_001,
    )
    const twice = fromWallTime(Date.parse('2026-10-25T02:30Z'), 'Europe/Berlin')
    expect([Date.parse('2026-10-25T00:30Z'), Date.parse('2026-10-25T01:30Z')]).toContain(twice)
  })
})

it('is what Intl says, at any time', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  const any = fc.tuple(
    fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
    fc.constantFrom(...zones),
  )
  fc.assert(
    fc.property(any, ([time, timeZone]) => {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
      const shown = new Date(wallTime(time, timeZone)).toISOString()
      expect(shown.slice(0, 19).replace('T', ' ')).toBe(clock.format(time))
    }),
    { numRuns: runs(300) },
  )
})

describe('readScope() with a zone', () => {
  const read = (query: string) => parseScope(new URLSearchParams(query), Date.UTC(2026, 10, 21)).scope.period

  it('reads times without an offset in it', () => {
    expect(read('start=2026-11-20T10:00&end=2026-11-20T12:00&zone=Europe/Berlin')).toMatchObject({
      start: Date.UTC(2026, 10, 20, 9),
      end: Date.UTC(2026, 10, 20, 11),
    })
  })

  it('leaves times with an offset alone', () => {
    expect(read('start=2026-11-20T10:00Z&end=2026-11-20T12:00%2B01:00&zone=Asia/Tokyo')).toMatchObject({
      start: Date.UTC(2026, 10, 20, 10),
      end: Date.UTC(2026, 10, 20, 11),
    })
  })
})

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatDay, formatExactClock, formatRowTime, zoneNameAt } from '#renderer/format/format-row-time.ts'
import { anyReader, type Reader } from '#renderer/format/reader-time.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'

const now = Date.UTC(2026, 10, 21, 7, 10, 36, 120)
const HOUR = 3_600_000
const berlin: Reader = { language: 'de-DE', zone: 'Europe/Berlin' }
const newYork: Reader = { language: 'en-US', zone: 'America/New_York' }

describe('formatMoment()', () => {
  it.each<[Reader, number, string]>([
    [anyReader, now, '07:10:36'],
    [anyReader, now - 8 * HOUR, '20 Nov, 23:10'],
    [anyReader, now - 365 * 24 * HOUR, '21 Nov 2025'],
    [anyReader, now + 24 * HOUR, '22 Nov, 07:10'],
    // still the same day there, and still the day before
    [berlin, now - 8 * HOUR, '00:10:36'],
    [newYork, now, '02:10:36 AM'],
    [newYork, now - 8 * HOUR, 'Nov 20, 06:10 PM'],
    [{ language: 'en-GB', zone: 'Europe/Nowhere' }, now, '07:10:36'],
  ])('for %o writes %d as %s', (reader, time, text) => {
    expect(formatRowTime(time, now, reader)).toBe(text)
  })

  it('says that no time is none, and takes any time for now', () => {
    expect(formatRowTime(Number.NaN, now, berlin)).toBe('unknown time')
    expect(formatRowTime(now, Number.NaN, anyReader)).toBe('07:10:36')
  })
})

it('writes days and clocks apart', () => {
  expect(formatDay(now, berlin)).toBe('21. Nov. 2026')
  expect(formatExactClock(now, berlin)).toBe('08:10:36,120')
  expect(formatExactClock(now, anyReader)).toBe('07:10:36.120')
  expect([zoneNameAt(now, berlin), zoneNameAt(now, anyReader)]).toEqual(['MEZ', 'UTC'])
  expect([formatDay(Number.NaN, berlin), zoneNameAt(Number.NaN, berlin)]).toEqual(['unknown time', ''])
})

it('shows a clock, its age where that is wanted and short, and all of it on hover', () => {
  const html = (time: number, hasAge = false) =>
    renderToStaticMarkup(<PageTime time={time} now={now} hasAge={hasAge} />)
  expect(html(now - 2 * HOUR)).toBe(
    '<time dateTime="2026-11-21T05:10:36.120Z" title="21 Nov 2026, 05:10:36 UTC, 2 h ago">05:10:36</time>',
  )
  expect(html(now - 2 * HOUR, true)).toMatch(/>05:10:36<\/time>, 2 h ago$/)
  expect(html(now - 48 * HOUR, true)).toMatch(/>19 Nov, 07:10<\/time>$/)
})

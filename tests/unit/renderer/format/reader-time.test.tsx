import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { anyReader, formatReaderTime, formatRowTime, formatZonedClock } from '#renderer/format/reader-time.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'

const now = Date.UTC(2026, 10, 21, 7, 10, 36, 120)
const HOUR = 3_600_000
const berlin = { zone: 'Europe/Berlin' }
const newYork = { zone: 'America/New_York' }

describe('formatReaderTime()', () => {
  it.each([
    ['UTC', '21 Nov 2026, 07:10:36 UTC'],
    ['Europe/Berlin', '21 Nov 2026, 08:10:36 UTC+1'],
    ['America/New_York', '21 Nov 2026, 02:10:36 UTC−5'],
    ['Asia/Kathmandu', '21 Nov 2026, 12:55:36 UTC+5:45'],
    ['America/St_Johns', '21 Nov 2026, 03:40:36 UTC−3:30'],
    ['Asia/Tokyo', '21 Nov 2026, 16:10:36 UTC+9'],
    // Without data about the zone the time is in UTC, and says so.
    ['Europe/Nowhere', '21 Nov 2026, 07:10:36 UTC'],
  ])('in %s writes %s', (zone, text) => {
    expect(formatReaderTime(now, { zone })).toBe(text)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('says that %d is no time', (wrong) => {
    expect(formatReaderTime(wrong, berlin)).toBe('unknown time')
    expect(formatReaderTime(wrong, anyReader)).toBe('unknown time')
  })
})

describe('formatRowTime()', () => {
  it.each([
    [anyReader, now, '07:10:36'],
    [anyReader, now - 8 * HOUR, '20 Nov, 23:10'],
    [anyReader, now - 365 * 24 * HOUR, '21 Nov 2025'],
    [anyReader, now + 24 * HOUR, '22 Nov, 07:10'],
    // still the same day there, and still the day before
    [berlin, now - 8 * HOUR, '00:10:36'],
    [newYork, now, '02:10:36'],
    [newYork, now - 8 * HOUR, '20 Nov, 18:10'],
    [{ zone: 'Europe/Nowhere' }, now, '07:10:36'],
  ])('for %o writes %d as %s', (reader, time, text) => {
    expect(formatRowTime(time, now, reader)).toBe(text)
  })

  it('says that no time is none, and takes any time for now', () => {
    expect(formatRowTime(Number.NaN, now, berlin)).toBe('unknown time')
    expect(formatRowTime(now, Number.NaN, anyReader)).toBe('07:10:36')
  })
})

it('names UTC, because it is no reader’s own', () => {
  expect(formatZonedClock(now, 'UTC')).toBe('07:10 UTC')
  expect(formatZonedClock(now, 'Europe/Berlin')).toBe('07:10')
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

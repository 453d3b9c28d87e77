import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clipText,
  formatAge,
  formatClock,
  formatCompactNumber,
  formatCount,
  formatDate,
  formatDay,
  formatMachineTime,
  formatMilliseconds,
  formatNumber,
  formatRelativeTime,
  formatSeconds,
} from '#renderer/format/format.ts'
import { formatDuration, formatOffset } from '#renderer/format/format-duration.ts'

const UTC = { zone: 'UTC' }
const NOW = Date.UTC(2026, 2, 4, 14, 36, 9, 120)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('formatNumber()', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [2418, '2,418'],
    [1234567, '1,234,567'],
    [-1234, '-1,234'],
    [Number.NaN, 'unknown'],
  ])('%d is %s', (value, text) => expect(formatNumber(value)).toBe(text))
})

describe('formatCompactNumber()', () => {
  it.each([
    [0, '0'],
    [9999, '9,999'],
    [10_000, '10k'],
    [12_449, '12.4k'],
    [99_950, '100k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [3_140_000, '3.1M'],
    [999_500_000, '1B'],
    [Number.POSITIVE_INFINITY, 'unknown'],
  ])('%d is %s', (value, text) => expect(formatCompactNumber(value)).toBe(text))

  it('fits five characters up to a billion', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (n) => {
        expect(formatCompactNumber(n).length).toBeLessThanOrEqual(5)
      }),
    )
  })
})

describe('formatCount()', () => {
  it('agrees with its noun', () => {
    expect(formatCount(1, 'event')).toBe('1 event')
    expect(formatCount(0, 'event')).toBe('0 events')
    expect(formatCount(2418, 'user')).toBe('2,418 users')
  })
})

describe('formatRelativeTime()', () => {
  it.each([
    [0, 'just now'],
    [9_999, 'just now'],
    [10_000, '10 s ago'],
    [MINUTE - 1, '59 s ago'],
    [2 * MINUTE, '2 min ago'],
    [HOUR - 1, '59 min ago'],
    [HOUR, '1 h ago'],
    [DAY - 1, '23 h ago'],
    [14 * DAY, '14 d ago'],
    [60 * DAY, '3 Jan 2026'],
    [-9_999, 'just now'],
    [-2 * MINUTE, 'in 2 min'],
    [-60 * DAY, '3 May 2026'],
  ])('%d ms before now is %s', (elapsed, text) =>
    expect(formatRelativeTime(NOW - elapsed, NOW, UTC)).toBe(text),
  )

  it('is the reader’s date', () => {
    const midnight = Date.UTC(2026, 0, 2, 23)
    expect(formatRelativeTime(midnight, NOW, UTC)).toBe('2 Jan 2026')
    expect(formatRelativeTime(midnight, NOW, { zone: 'Europe/Berlin' })).toBe('3 Jan 2026')
  })

  it('says so when there is no such time', () => {
    expect(formatRelativeTime(Number.NaN, NOW, UTC)).toBe('at an unknown time')
    expect(formatRelativeTime(9e15, NOW, UTC)).toBe('at an unknown time')
  })
})

describe('formatAge()', () => {
  it.each([
    [-5, '0 s'],
    [12_345, '12 s'],
    [90 * MINUTE, '1 h'],
    [1500 * DAY, '1,500 d'],
    [Number.NaN, 'unknown'],
  ])('%d ms is %s', (duration, text) => expect(formatAge(duration)).toBe(text))
})

describe('what a clock shows', () => {
  it('is written in one form', () => {
    expect(formatClock(NOW)).toBe('14:36')
    expect(formatSeconds(NOW)).toBe('14:36:09')
    expect(formatMilliseconds(NOW)).toBe('14:36:09.120')
    expect(formatDay(NOW)).toBe('4 Mar')
    expect(formatDate(NOW)).toBe('4 Mar 2026')
    expect(formatMachineTime(NOW)).toBe('2026-03-04T14:36:09.120Z')
  })

  it('stand far years', () => {
    expect([formatDate(8.64e15), formatSeconds(8.64e15)]).toEqual(['13 Sep 275760', '00:00:00'])
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])('say that %d is none', (time) => {
    expect(formatClock(time)).toBe('unknown time')
    expect(formatMilliseconds(time)).toBe('unknown time')
    expect(formatDate(time)).toBe('unknown date')
    expect(formatMachineTime(time)).toBeUndefined()
  })
})

describe('formatDuration()', () => {
  it.each([
    [0, '0 ms'],
    [0.44, '0.4 ms'],
    [184, '184 ms'],
    [999.4, '999 ms'],
    [999.5, '1.0 s'],
    [1234, '1.2 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min'],
    [125_000, '2 min 5 s'],
    [HOUR - 600, '59 min 59 s'],
    [HOUR, '1 h'],
    [200 * MINUTE, '3 h 20 min'],
    [DAY, '1 d'],
    [-8100, '−8.1 s'],
    [Number.NaN, 'unknown'],
  ])('%d is %s', (duration, text) => expect(formatDuration(duration)).toBe(text))
})

describe('formatOffset()', () => {
  it.each([
    [0, '0'],
    [-0.4, '0'],
    [-12_400, '−12.4 s'],
    [300, '+0.3 s'],
    [-49, '−49 ms'],
    [-50, '−0.1 s'],
    [-125_000, '−2 min 5 s'],
    [Number.NaN, 'unknown'],
  ])('%d is %s', (offset, text) => expect(formatOffset(offset)).toBe(text))
})

describe('every formatter', () => {
  it('takes any number without throwing', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (a, b) => {
        for (const format of [formatNumber, formatCompactNumber, formatAge, formatDuration, formatOffset])
          format(a)
        for (const format of [formatClock, formatMilliseconds, formatDay, formatDate, formatMachineTime])
          format(a)
        formatRelativeTime(a, b, UTC)
      }),
    )
  })
})

describe('clipText()', () => {
  it('leaves a short text alone and cuts a long one to its size', () => {
    expect(clipText('abc', 3)).toBe('abc')
    expect(clipText('abcd', 3)).toBe('ab…')
  })

  it('never cuts a character in half, and keeps to its size', () => {
    expect(clipText('a🙈🙈', 3)).toBe('a…')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        expect(clipText(text, max).length).toBeLessThanOrEqual(max)
        expect(clipText(text, max).isWellFormed()).toBe(true)
      }),
    )
  })
})

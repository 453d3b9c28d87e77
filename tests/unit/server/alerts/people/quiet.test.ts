import { describe, expect, it } from 'vitest'
import { quietUntil } from '#server/alerts/people/quiet.ts'
import { timeOfWall, wallTimeOf } from '#server/alerts/people/wall-clock.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const night = (days = EVERY_DAY) => ({ zone: 'Europe/Berlin', quiet: { from: 22 * 60, to: 7 * 60, days } })
const at = (text: string) => Date.parse(text)

describe('quiet hours', () => {
  it.each([
    ['2026-11-25T21:59:59+01:00', undefined],
    ['2026-11-25T22:00:00+01:00', '2026-11-26T07:00:00+01:00'],
    ['2026-11-26T06:59:59+01:00', '2026-11-26T07:00:00+01:00'],
    ['2026-11-26T07:00:00+01:00', undefined],
  ])('over midnight, at %s, end at %s', (now, end) => {
    expect(quietUntil(night(), at(now))).toBe(end === undefined ? undefined : at(end))
  })

  it('of the night in which the clock is set forward are an hour shorter', () => {
    expect(quietUntil(night(), at('2026-03-28T22:00:00+01:00'))).toBe(at('2026-03-29T07:00:00+02:00'))
    expect(at('2026-03-29T07:00:00+02:00') - at('2026-03-28T22:00:00+01:00')).toBe(8 * 3_600_000)
    expect(quietUntil(night(), at('2026-03-29T03:00:00+02:00'))).toBe(at('2026-03-29T07:00:00+02:00'))
  })

  it('of the night in which the clock is set back are an hour longer', () => {
    expect(quietUntil(night(), at('2026-10-24T22:00:00+02:00'))).toBe(at('2026-10-25T07:00:00+01:00'))
    expect(at('2026-10-25T07:00:00+01:00') - at('2026-10-24T22:00:00+02:00')).toBe(10 * 3_600_000)
    expect(quietUntil(night(), at('2026-10-25T02:30:00+01:00'))).toBe(at('2026-10-25T07:00:00+01:00'))
  })

  it('that end at a time that the clock shows twice end at the later one', () => {
    const choices = { zone: 'Europe/Berlin', quiet: { from: 22 * 60, to: 150, days: EVERY_DAY } }
    expect(quietUntil(choices, at('2026-10-25T02:45:00+02:00'))).toBe(at('2026-10-25T02:30:00+01:00'))
    expect(quietUntil(choices, at('2026-10-25T02:30:00+01:00'))).toBeUndefined()
  })

  it('that end at a time that the clock never shows end when as much time has passed', () => {
    const choices = { zone: 'Europe/Berlin', quiet: { from: 22 * 60, to: 150, days: EVERY_DAY } }
    expect(quietUntil(choices, at('2026-03-28T23:00:00+01:00'))).toBe(at('2026-03-29T03:30:00+02:00'))
  })

  it('are those of the days on which they begin', () => {
    const weekdays = night([1, 2, 3, 4, 5])
    expect(quietUntil(weekdays, at('2026-11-28T03:00:00+01:00'))).toBe(at('2026-11-28T07:00:00+01:00'))
    expect(quietUntil(weekdays, at('2026-11-28T23:00:00+01:00'))).toBeUndefined()
    expect(quietUntil(weekdays, at('2026-11-30T03:00:00+01:00'))).toBeUndefined()
  })

  it('of one day end on it', () => {
    const lunch = { zone: 'Asia/Kathmandu', quiet: { from: 12 * 60, to: 13 * 60, days: [3] } }
    expect(quietUntil(lunch, at('2026-11-25T12:30:00+05:45'))).toBe(at('2026-11-25T13:00:00+05:45'))
    expect(quietUntil(lunch, at('2026-11-26T12:30:00+05:45'))).toBeUndefined()
  })
})

describe('wall time', () => {
  it('is what the clock shows, and the time is found by it', () => {
    const now = at('2026-07-01T10:20:30Z')
    expect(wallTimeOf(now, 'Europe/Berlin')).toBe(at('2026-07-01T12:20:30Z'))
    expect(timeOfWall(at('2026-07-01T12:20:30Z'), 'Europe/Berlin')).toBe(now)
    expect(timeOfWall(now, 'Nowhere/Land')).toBe(now)
  })
})

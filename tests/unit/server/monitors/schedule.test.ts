import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeSchedule, scheduleOf } from '#server/monitors/schedule.ts'
import { runs } from '#tests/support/run/doses.ts'

const MINUTE_MS = 60_000

function nextOf(value: string, timezone: string | null, after: string): string | undefined {
  const schedule = scheduleOf({ schedule: { type: 'crontab', value }, timezone })
  if ('message' in schedule) throw new Error(schedule.message)
  const next = schedule.next(Date.parse(after))
  return next === undefined ? undefined : new Date(next).toISOString()
}

describe('a crontab', () => {
  it.each([
    ['0 3 * * *', 'Europe/Vienna', '2026-11-21T00:00:00Z', '2026-11-21T02:00:00.000Z'],
    ['0 3 * * *', 'Europe/Vienna', '2026-07-21T00:00:00Z', '2026-07-21T01:00:00.000Z'],
    ['0 3 * * *', 'Europe/Vienna', '2026-11-21T02:00:00Z', '2026-11-22T02:00:00.000Z'],
    ['*/15 * * * *', null, '2026-11-21T10:14:59Z', '2026-11-21T10:15:00.000Z'],
    ['0 0 29 2 *', null, '2026-11-21T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    // the 13th or a Friday
    ['0 0 13 * 5', null, '2026-11-21T00:00:00Z', '2026-11-27T00:00:00.000Z'],
    ['30 9 * * mon', 'Asia/Kolkata', '2026-11-21T00:00:00Z', '2026-11-23T04:00:00.000Z'],
    // the clock goes from 2:00 to 3:00: what is due between comes right after
    ['30 2 * * *', 'Europe/Vienna', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    // 2:30 comes twice: once is enough
    ['30 2 * * *', 'Europe/Vienna', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['30 2 * * *', 'Europe/Vienna', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    // what runs all day runs in the second hour too
    ['*/15 * * * *', 'Europe/Vienna', '2026-10-25T01:00:00Z', '2026-10-25T01:15:00.000Z'],
  ])('%s in %s is due after %s at %s', (value, timezone, after, next) => {
    expect(nextOf(value, timezone, after)).toBe(next)
  })

  it('that never comes is due never', () => {
    expect(nextOf('0 0 30 2 *', null, '2026-11-21T00:00:00Z')).toBeUndefined()
  })

  it('is refused for its zone, and for its fields', () => {
    const schedule = { type: 'crontab', value: '0 3 * * *' } as const
    expect(scheduleOf({ schedule, timezone: 'Mars/Olympus' })).toEqual({
      message: 'the time zone "Mars/Olympus" is unknown',
    })
    expect(scheduleOf({ schedule: { type: 'crontab', value: 'x' }, timezone: null })).toEqual({
      message: 'it must have five fields, not 1',
    })
  })

  it('is due at the first minute that fits, and at none before', () => {
    const field = (least: number, most: number) =>
      fc.oneof(
        fc.constant('*'),
        fc.integer({ min: least, max: most }).map(String),
        fc.integer({ min: 2, max: 7 }).map((step) => `*/${step}`),
      )
    const lines = fc.tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
    const times = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2027, 0) })
    fc.assert(
      fc.property(lines, times, (fields, after) => {
        const value = fields.join(' ')
        const schedule = scheduleOf({ schedule: { type: 'crontab', value }, timezone: 'UTC' })
        if ('message' in schedule) throw new Error(schedule.message)
        const next = schedule.next(after)
        const [first] = minutesThatFit(fields, after, 2 * 24 * 60)
        if (first === undefined)
          expect(next === undefined || next > after + 2 * 24 * 60 * MINUTE_MS - MINUTE_MS).toBe(true)
        else expect(next).toBe(first)
      }),
      { numRuns: runs(300) },
    )
  })
})

/** Minute by minute, as cron itself looks. */
function* minutesThatFit(fields: readonly string[], after: number, minutes: number): Generator<number> {
  const fits = (field: string, value: number, least: number) =>
    field === '*' ||
    (field.startsWith('*/') ? (value - least) % Number(field.slice(2)) === 0 : Number(field) === value)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  const start = Math.floor(after / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  for (let time = start; time < start + minutes * MINUTE_MS; time += MINUTE_MS) {
    const date = new Date(time)
    const [ofMonth, ofWeek] = [fits(day, date.getUTCDate(), 1), fits(weekday, date.getUTCDay(), 0)]
    const isDay = day.startsWith('*') || weekday.startsWith('*') ? ofMonth && ofWeek : ofMonth || ofWeek
    const isMinute = fits(minute, date.getUTCMinutes(), 0) && fits(hour, date.getUTCHours(), 0)
    if (isMinute && isDay && fits(month, date.getUTCMonth() + 1, 1)) yield time
  }
}

describe('an interval', () => {
  it.each([
    [30, 'minute', '2026-11-21T10:07:00Z', '2026-11-21T10:37:00.000Z'],
    [2, 'day', '2026-11-21T10:07:00Z', '2026-11-23T10:07:00.000Z'],
    [1, 'month', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00.000Z'],
    [1, 'year', '2028-02-29T10:00:00Z', '2029-02-28T10:00:00.000Z'],
  ] as const)('of %d %s runs on from when it came', (value, unit, after, next) => {
    const schedule = scheduleOf({ schedule: { type: 'interval', value, unit }, timezone: null })
    if ('message' in schedule) throw new Error(schedule.message)
    expect(new Date(schedule.next(Date.parse(after)) ?? 0).toISOString()).toBe(next)
  })

  it('is told in words', () => {
    const words = (value: number) =>
      describeSchedule({ schedule: { type: 'interval', value, unit: 'hour' }, timezone: null })
    expect([words(1), words(6)]).toEqual(['every hour', 'every 6 hours'])
    const crontab = { type: 'crontab', value: '0 3 * * *' } as const
    expect(describeSchedule({ schedule: crontab, timezone: null })).toBe('0 3 * * * UTC')
  })
})

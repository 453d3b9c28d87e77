import { describe, expect, it } from 'vitest'
import { parseCrontab } from '#server/monitors/crontab.ts'

const parsed = (line: string) => {
  const crontab = parseCrontab(line)
  if ('matter' in crontab) throw new Error(crontab.matter)
  const list = (set: ReadonlySet<number>) => [...set].toSorted((a, b) => a - b)
  return {
    minutes: list(crontab.minutes),
    hours: list(crontab.hours),
    daysOfMonth: list(crontab.daysOfMonth),
    months: list(crontab.months),
    daysOfWeek: list(crontab.daysOfWeek),
    needsBothDays: crontab.needsBothDays,
  }
}

describe('parseCrontab()', () => {
  it('reads lists, ranges, steps and names', () => {
    const crontab = parsed('*/20 1-3,22 1 jan-MAR mon-fri')
    expect(crontab.minutes).toEqual([0, 20, 40])
    expect(crontab.hours).toEqual([1, 2, 3, 22])
    expect(crontab.daysOfMonth).toEqual([1])
    expect(crontab.months).toEqual([1, 2, 3])
    expect(crontab.daysOfWeek).toEqual([1, 2, 3, 4, 5])
    expect(crontab.needsBothDays).toBe(false)
  })

  it('takes 7 for Sunday, and a step alone to the end', () => {
    expect(parsed('50/5 * * * 5-7').daysOfWeek).toEqual([0, 5, 6])
    expect(parsed('50/5 * * * 7').minutes).toEqual([50, 55])
  })

  it('needs both days where one of them is a star', () => {
    expect(parsed('0 0 * * 1').needsBothDays).toBe(true)
    expect(parsed('0 0 */2 * 1').needsBothDays).toBe(true)
    expect(parsed('0 0 13 * 5').needsBothDays).toBe(false)
  })

  it('knows nicknames', () => {
    expect(parsed('@daily')).toEqual(parsed('0 0 * * *'))
    expect(parsed(' @Hourly ')).toEqual(parsed('0 * * * *'))
  })

  it.each([
    ['* * * *', 'it must have five fields, not 4'],
    ['60 * * * *', '"60" is not a valid minute'],
    ['* 24 * * *', '"24" is not a valid hour'],
    ['* * 0 * *', '"0" is not a valid day of the month'],
    ['* * * 13 *', '"13" is not a valid month'],
    ['* * * * 8', '"8" is not a valid day of the week'],
    ['5-1 * * * *', '"5-1" is not a valid minute'],
    ['*/0 * * * *', '"*/0" is not a valid minute'],
    ['*-5 * * * *', '"*-5" is not a valid minute'],
    ['1,,2 * * * *', '"1,,2" is not a valid minute'],
    ['@reboot', 'it must have five fields, not 1'],
    ['__proto__', 'it must have five fields, not 1'],
    ['constructor', 'it must have five fields, not 1'],
    ['', 'it must have five fields, not 1'],
  ])('%s is none: %s', (line, matter) => {
    expect(parseCrontab(line)).toEqual({ matter })
  })
})

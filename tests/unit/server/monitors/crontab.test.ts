import { describe, expect, it } from 'vitest'
import { parseCrontab } from '#server/monitors/crontab.ts'

/** The first times after the beginning of 2026, which is a Thursday, as `01-31 23:59`. */
function timesOf(line: string, count: number): string[] {
  const crontab = parseCrontab(line)
  if ('message' in crontab) throw new Error(crontab.message)
  const times: number[] = []
  let time = Date.UTC(2026, 0) - 1
  while (times.length < count) {
    time = crontab.next(time) ?? Number.NaN
    times.push(time)
  }
  return times.map((each) => new Date(each).toISOString().slice(5, 16).replace('T', ' '))
}

describe('parseCrontab()', () => {
  it('reads lists, ranges, steps and names', () => {
    expect(timesOf('*/20 1-3,22 1 jan-MAR *', 39)).toEqual(
      ['01-01', '02-01', '03-01', '01-01']
        .flatMap((day) => ['01', '02', '03', '22'].map((hour) => `${day} ${hour}`))
        .flatMap((hour) => ['00', '20', '40'].map((minute) => `${hour}:${minute}`))
        .slice(0, 39),
    )
    expect(timesOf('0 0 * * mon-fri', 5)).toEqual(
      ['01', '02', '05', '06', '07'].map((day) => `01-${day} 00:00`),
    )
  })

  it('takes 7 for Sunday, and a step alone to the end', () => {
    expect(timesOf('0 0 * * 5-7', 4)).toEqual(['02', '03', '04', '09'].map((day) => `01-${day} 00:00`))
    expect(timesOf('50/5 * * * *', 3)).toEqual(['01-01 00:50', '01-01 00:55', '01-01 01:50'])
  })

  it('needs both days where one of them is a star', () => {
    expect(timesOf('0 0 * * 1', 2)).toEqual(['01-05 00:00', '01-12 00:00'])
    expect(timesOf('0 0 */2 * 1', 3)).toEqual(['01-05 00:00', '01-19 00:00', '02-09 00:00'])
    expect(timesOf('0 0 13 * 5', 3)).toEqual(['01-02 00:00', '01-09 00:00', '01-13 00:00'])
  })

  it('knows nicknames', () => {
    expect(timesOf('@daily', 3)).toEqual(timesOf('0 0 * * *', 3))
    expect(timesOf(' @Hourly ', 3)).toEqual(timesOf('0 * * * *', 3))
  })

  it.each([['0 0 30 2 *'], ['0 0 31 2,4,6,9,11 *'], ['0 0 30 2 */7']])(
    'answers at once that %s never comes',
    (line) => {
      const crontab = parseCrontab(line)
      expect('next' in crontab && crontab.next(0)).toBeUndefined()
    },
  )

  it.each([['0 0 29 2 *'], ['0 0 30 2 1'], ['0 0 L 2 *'], ['0 0 31 1,2 *']])(
    'knows that %s comes',
    (line) => {
      const crontab = parseCrontab(line)
      expect('next' in crontab && crontab.next(0)).toBeGreaterThan(0)
    },
  )

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
  ])('%s is none: %s', (line, message) => {
    expect(parseCrontab(line)).toEqual({ message })
  })
})

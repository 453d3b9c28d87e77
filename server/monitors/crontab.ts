import { Cron, CronPattern } from 'croner'

const FIELDS = ['minute', 'hour', 'day of the month', 'month', 'day of the week']
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Five fields, in which a step without an end runs to the last value, as in every crontab. */
const SYNTAX = { mode: '5-part', sloppyRanges: true } as const

/** When the line of a crontab is due. */
export interface Crontab {
  /** Returns the first time after `after`, or undefined if there is none. Both in milliseconds since the epoch. */
  next(after: number): number | undefined
}

/** Reads five fields as in crontab(5), with names, steps and nicknames; else says what is wrong. */
export function parseCrontab(line: string, timezone = 'UTC'): Crontab | { message: string } {
  const fields = line.trim().split(/\s+/)
  // croner treats only `*` itself as a star; cron treats every field that starts with it as one.
  const needsBothDays = [fields[2], fields[4]].some((field) => field?.startsWith('*'))
  const pattern = parsePattern(fields.join(' '))
  if (pattern === undefined) return { message: messageOf(fields) }
  if (!canCome(pattern, needsBothDays)) return { next: () => undefined }
  const cron = new Cron(fields.join(' '), {
    ...SYNTAX,
    timezone,
    domAndDow: needsBothDays,
    fixedTimeRule: 'no-wildcard', // Like cron: in an hour that occurs twice, lines without wildcards run once.
  })
  return { next: (after) => cron.nextRun(new Date(after))?.getTime() }
}

function parsePattern(text: string): CronPattern | undefined {
  try {
    return new CronPattern(text, undefined, SYNTAX)
  } catch {
    return undefined
  }
}

/** Finds the invalid field: the first that croner refuses when all others are `*`. Its own messages name other fields. */
function messageOf(fields: readonly string[]): string {
  if (fields.length !== FIELDS.length) return `it must have five fields, not ${fields.length}`
  const alone = fields.map((field, index) => FIELDS.map((_, at) => (at === index ? field : '*')).join(' '))
  const wrong = alone.findIndex((text) => parsePattern(text) === undefined)
  return `"${fields[wrong]}" is not a valid ${FIELDS[wrong]}`
}

/** False for a line that is never due, such as the 30th of February: croner would search until the year 10000 for it. */
function canCome(pattern: CronPattern, needsBothDays: boolean): boolean {
  const { day, month, lastDayOfMonth, lastWeekday, nearestWeekdays } = pattern
  if (!needsBothDays || lastDayOfMonth || lastWeekday || nearestWeekdays.includes(1)) return true
  return DAYS_OF_MONTHS.some((days, index) => month[index] === 1 && day.indexOf(1) < days && day.includes(1))
}

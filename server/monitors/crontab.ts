import { Cron, CronPattern } from 'croner'

const FIELDS = ['minute', 'hour', 'day of the month', 'month', 'day of the week']
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Of five fields, where a step alone goes on to the end, as in every crontab. */
const SYNTAX = { mode: '5-part', sloppyRanges: true } as const

/** When the line of a crontab is due. */
export interface Crontab {
  /** The first time after; undefined where there is none. Milliseconds since the epoch. */
  next(after: number): number | undefined
}

/** Reads five fields as in crontab(5), with names, steps and nicknames; else says what is the matter. */
export function parseCrontab(line: string, timezone = 'UTC'): Crontab | { matter: string } {
  const fields = line.trim().split(/\s+/)
  // croner takes only a lone star for one; cron has always taken every field that starts with it
  const needsBothDays = [fields[2], fields[4]].some((field) => field?.startsWith('*'))
  const pattern = readPattern(fields.join(' '))
  if (pattern === undefined) return { matter: matterOf(fields) }
  if (!canCome(pattern, needsBothDays)) return { next: () => undefined }
  const cron = new Cron(fields.join(' '), {
    ...SYNTAX,
    timezone,
    domAndDow: needsBothDays,
    fixedTimeRule: 'no-wildcard', // as cron decides what comes once where an hour comes twice
  })
  return { next: (after) => cron.nextRun(new Date(after))?.getTime() }
}

function readPattern(text: string): CronPattern | undefined {
  try {
    return new CronPattern(text, undefined, SYNTAX)
  } catch {
    return undefined
  }
}

/** croner's own words are of its own fields: the first that it refuses among stars is the one that is wrong. */
function matterOf(fields: readonly string[]): string {
  if (fields.length !== FIELDS.length) return `it has ${fields.length} fields and not five`
  const alone = fields.map((field, index) => FIELDS.map((_, at) => (at === index ? field : '*')).join(' '))
  const wrong = alone.findIndex((text) => readPattern(text) === undefined)
  return `"${fields[wrong]}" is no ${FIELDS[wrong]}`
}

/** On the 30th of February nothing comes: croner would look for it until the year 10000, whoever sends such a line. */
function canCome(pattern: CronPattern, needsBothDays: boolean): boolean {
  const { day, month, lastDayOfMonth, lastWeekday, nearestWeekdays } = pattern
  if (!needsBothDays || lastDayOfMonth || lastWeekday || nearestWeekdays.includes(1)) return true
  return DAYS_OF_MONTHS.some((days, index) => month[index] === 1 && day.indexOf(1) < days && day.includes(1))
}

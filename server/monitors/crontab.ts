/** What a crontab line asks for: the values that each field may have. */
export interface Crontab {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  daysOfMonth: ReadonlySet<number>
  months: ReadonlySet<number>
  /** Sunday is 0. */
  daysOfWeek: ReadonlySet<number>
  /** Whether a day must be of both sets of days: else one of them is enough. */
  needsBothDays: boolean
}

interface Field {
  name: string
  least: number
  most: number
  names?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const FIELDS = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: MONTHS },
  // 7 is Sunday too
  { name: 'day of the week', least: 0, most: 7, names: DAYS },
] as const satisfies readonly Field[]

const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])

/** Five fields as in crontab(5), with names, steps and nicknames; else what is the matter. */
export function parseCrontab(line: string): Crontab | { matter: string } {
  const text = NICKNAMES.get(line.trim().toLowerCase()) ?? line.trim()
  const parts = text.split(/\s+/)
  if (parts.length !== FIELDS.length) return { matter: `it must have five fields, not ${parts.length}` }
  const sets: ReadonlySet<number>[] = []
  for (const [index, field] of FIELDS.entries()) {
    const set = parseField(parts[index] ?? '', field)
    if (set === undefined) return { matter: `"${parts[index]}" is not a valid ${field.name}` }
    sets.push(set)
  }
  const [minutes = NONE, hours = NONE, daysOfMonth = NONE, months = NONE, weekdays = NONE] = sets
  const daysOfWeek = new Set([...weekdays].map((day) => day % 7))
  const needsBothDays = [parts[2], parts[4]].some((part) => part?.startsWith('*')) // as cron has always read it
  return { minutes, hours, daysOfMonth, months, daysOfWeek, needsBothDays }
}

const NONE: ReadonlySet<number> = new Set()

/** `*`, `5`, `1-5`, `mon-fri`, each with a step, and lists of them. */
function parseField(text: string, field: Field): Set<number> | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,4}))?$/.exec(part)
    if (!match) return undefined
    const [, first = '', last, step] = match
    const from = first === '*' ? field.least : readValue(first, field)
    // a step alone goes on to the end, as in every crontab
    const isOpen = first === '*' || (step !== undefined && last === undefined)
    const to = last !== undefined ? readValue(last, field) : isOpen ? field.most : from
    if (from === undefined || to === undefined || (first === '*' && last !== undefined)) return undefined
    const width = Number(step ?? 1)
    if (width < 1 || to < from) return undefined
    for (let value = from; value <= to; value += width) values.add(value)
  }
  return values
}

function readValue(text: string, { least, most, names = [] }: Field): number | undefined {
  const named = names.indexOf(text.toLowerCase())
  if (named >= 0) return named + least
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

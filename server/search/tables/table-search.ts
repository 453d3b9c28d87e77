import { type Condition, foldCondition, testsOf } from '../condition.ts'
import { type Dialect, type FilterValue, type Meaning, parseInDialect, type Read } from '../dialect.ts'
import { isAsked, type Operator, type Pattern } from '../expression.ts'
import { isLike } from '../is-like.ts'
import { parseTimes, type Range } from '../ranges.ts'

export type Cell = string | number | boolean | null

/** Reads a field of a row; null where it has none. */
export type Row = (field: string) => Cell

export type TableCondition = Condition<TableTest>

/** What a row of a table must say. */
export type TableTest =
  | { kind: 'words'; pattern: Pattern }
  | { kind: 'field'; key: string; pattern: Pattern }
  | { kind: 'amount'; key: string; operator: Operator; amount: number }
  | { kind: 'time'; key: string; range: Range }
  | { kind: 'has'; key: string }

const TIMES = new Set(['timestamp', 'received'])
/** In milliseconds, as durations are in tables. */
const UNITS_MS: Readonly<Record<string, number>> = {
  ...{ '': 1, us: 0.001, ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 },
}

/** Every key is a field of the row: what there is no field of, no row has. */
const TABLE: Dialect<TableTest, { now: number }> = {
  keys: { has: ({ text }) => ({ kind: 'has', key: text }) },
  otherKey: (key) => (value, context) => readField(key, value, context.now),
  text: ({ text }) => ({ kind: 'words', pattern: ['', text, ''] }),
}

/** Reads a search of events, spans or logs by the fields of their rows. */
export function parseTableSearch(text: string, now: number): Read<TableTest> {
  return parseInDialect(text, TABLE, { now })
}

function readField(key: string, { operator, pattern, text }: FilterValue, now: number): Meaning<TableTest> {
  if (TIMES.has(key)) {
    const range = parseTimes(operator, text, now)
    return range ? { kind: 'time', key, range } : { message: 'needs a time, such as -24h or 2026-11-20' }
  }
  if (operator === '') {
    // The version of a release finds that of any package.
    const [first = '', ...rest] = pattern
    const isVersion = key === 'release' && first !== '' && !first.includes('@')
    const whole: TableTest = { kind: 'field', key, pattern }
    return isVersion
      ? { kind: 'any', of: [whole, { kind: 'field', key, pattern: ['', `@${first}`, ...rest] }] }
      : whole
  }
  const amount = parseAmount(text)
  return amount === undefined ? { message: 'needs a number' } : { kind: 'amount', key, operator, amount }
}

function parseAmount(text: string): number | undefined {
  const [, number, unit = ''] = /^(-?\d{1,15}(?:\.\d{1,9})?)([a-z]{0,3})$/.exec(text) ?? []
  const factor = Object.hasOwn(UNITS_MS, unit) ? UNITS_MS[unit] : undefined
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}

/** The fields that a search asks for. */
export function fieldsOf(condition: TableCondition): string[] {
  return testsOf(condition).flatMap((test) => (test.kind === 'words' ? [] : [test.key]))
}

/** Finds the text that a field must have in all that is found; undefined where the search leaves it open. */
export function findFixed(condition: TableCondition, key: string): string | undefined {
  const parts = condition.kind === 'all' ? condition.of : [condition]
  for (const part of parts) {
    if (part.kind === 'field' && part.key === key && part.pattern.length === 1) return part.pattern[0]
  }
  return undefined
}

export function tableMatcher(condition: TableCondition): (row: Row) => boolean {
  return foldCondition<TableTest, (row: Row) => boolean>(condition, {
    test: (test) => (row) => passes(row, test),
    all(parts, fold) {
      const matchers = parts.map(fold)
      return (row) => matchers.every((matches) => matches(row))
    },
    any: (matchers) => (row) => matchers.some((matches) => matches(row)),
    not: (matches) => (row) => !matches(row),
  })
}

function passes(row: Row, test: TableTest): boolean {
  switch (test.kind) {
    case 'words':
      return isLike(textOf(row('message')), test.pattern)
    case 'field':
      return isLike(textOf(row(test.key)), test.pattern)
    case 'has':
      return row(test.key) !== null
    case 'time': {
      const { from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = test.range
      const time = Date.parse(String(row(test.key)))
      return time >= from && time < before
    }
    case 'amount': {
      const cell = row(test.key)
      return typeof cell === 'number' && isAsked(test.operator, cell - test.amount)
    }
  }
}

function textOf(cell: Cell): string | null {
  return cell === null ? null : String(cell)
}

import type { Cell, Row } from '#server/search/tables/table-search.ts'

/** A function of Sentry's over the rows of a group. */
export type TableFunction = (rows: readonly Row[], periodMs: number) => Cell

type Make = (...args: string[]) => TableFunction

const DURATION = 'span.duration'

/** Each takes the field that it is about; those of durations have one without it. */
const FUNCTIONS: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['count', (field) => (rows) => (field ? valuesOf(rows, field).length : rows.length)],
  [
    'count_unique',
    (field = 'id') =>
      (rows) =>
        new Set(valuesOf(rows, field)).size,
  ],
  [
    'sum',
    (field = DURATION) =>
      (rows) =>
        sumOf(numbersOf(rows, field)),
  ],
  [
    'avg',
    (field = DURATION) =>
      (rows) =>
        averageOf(numbersOf(rows, field)),
  ],
  [
    'min',
    (field = DURATION) =>
      (rows) =>
        quantileOf(numbersOf(rows, field), 0),
  ],
  [
    'max',
    (field = DURATION) =>
      (rows) =>
        quantileOf(numbersOf(rows, field), 1),
  ],
  ...[50, 75, 90, 95, 99, 100].map((percent): [string, Make] => [
    `p${percent}`,
    (field = DURATION) =>
      (rows) =>
        quantileOf(numbersOf(rows, field), percent / 100),
  ]),
  [
    'percentile',
    (field = DURATION, share = '0.5') =>
      (rows) =>
        quantileOf(numbersOf(rows, field), Number(share)),
  ],
  [
    'first_seen',
    (field = 'timestamp') =>
      (rows) =>
        timesOf(rows, field)[0] ?? null,
  ],
  [
    'last_seen',
    (field = 'timestamp') =>
      (rows) =>
        timesOf(rows, field).at(-1) ?? null,
  ],
  ['epm', () => (rows, periodMs) => rows.length / (periodMs / 60_000)],
  ['eps', () => (rows, periodMs) => rows.length / (periodMs / 1_000)],
  ['failure_count', () => (rows) => failuresOf(rows)],
  ['failure_rate', () => (rows) => (rows.length === 0 ? null : failuresOf(rows) / rows.length)],
])

const FUNCTION_NAMES = [...FUNCTIONS.keys()]

/** Reads `p95(span.duration)`; undefined for a plain field, and a sentence for a function that there is not. */
export function parseFunction(text: string): TableFunction | { refusal: string } | undefined {
  const [, name = '', inner] = /^([a-z_][a-z0-9_]{0,40})\((.{0,200})\)$/.exec(text) ?? []
  if (inner === undefined) return undefined
  const make = FUNCTIONS.get(name)
  if (!make) return { refusal: `${name}() is not a known function: use ${FUNCTION_NAMES.join(', ')}` }
  const args = inner.split(',').map((arg) => arg.trim())
  const share = Number(args[1] ?? 0)
  if (!(share >= 0 && share <= 1)) return { refusal: `${text} needs a share from 0 to 1` }
  return make(...args.filter((arg) => arg !== ''))
}

function valuesOf(rows: readonly Row[], field: string): Exclude<Cell, null>[] {
  return rows.flatMap((row) => row(field) ?? [])
}

function numbersOf(rows: readonly Row[], field: string): number[] {
  return valuesOf(rows, field).filter((value) => typeof value === 'number')
}

/** ISO 8601 in UTC sorts as text. */
function timesOf(rows: readonly Row[], field: string): string[] {
  return valuesOf(rows, field).map(String).sort()
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

function averageOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : sumOf(numbers) / numbers.length
}

/** The value that so many of all are not above; null of none. */
function quantileOf(numbers: readonly number[], share: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

/** Sentry counts these three as no failure. */
const SUCCESSES: ReadonlySet<Cell> = new Set(['ok', 'cancelled', 'unknown', 'unset', null])

function failuresOf(rows: readonly Row[]): number {
  return rows.filter((row) => !SUCCESSES.has(row('span.status'))).length
}

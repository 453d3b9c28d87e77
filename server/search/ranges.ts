import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { Operator } from './expression.ts'

/** Starts at `from` and ends before `before`; a missing end is open. */
export interface Range {
  from?: number
  before?: number
}

const UNIT_MS: Record<string, number> = {
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
}
const FACTORS: Record<string, number> = { '': 1, k: 1000, m: 1_000_000 }

/** `100`, `>100`, `>=2k`, `10..20`; whole numbers. */
export function parseNumbers(operator: Operator, text: string): Range | undefined {
  return parseRange(operator, text, (part) => {
    const match = /^(\d{1,9})([km]?)$/i.exec(part)
    const number = match && Number(match[1]) * (FACTORS[(match[2] ?? '').toLowerCase()] ?? 1)
    return number === null ? undefined : { from: number, before: number + 1 }
  })
}

/**
 * `-24h` is the last 24 hours, `+7d` longer ago than seven days; `2026-11-20` a day, `2026-11-20T14:05` a minute, of
 * UTC unless it names its zone; `2026-11-01..2026-11-07`.
 */
export function parseTimes(operator: Operator, text: string, now: number): Range | undefined {
  const ago = /^([-+])(\d{1,5})([smhdw])$/.exec(text)
  if (ago) {
    const [, sign, count, unit = ''] = ago
    const time = now - Number(count) * (UNIT_MS[unit] ?? 0)
    if (operator !== '') return compare(operator, { from: time, before: time + 1 })
    return sign === '-' ? { from: time } : { before: time }
  }
  return parseRange(operator, text, parseMoment)
}

/** A date or time as long as it is named: a day, a minute, a second, a millisecond. */
function parseMoment(text: string): Required<Range> | undefined {
  const match = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/i.exec(text)
  if (!match) return undefined
  const [, seconds, fraction, zone] = match
  const isDate = text.length === 10
  const from = Date.parse(isDate || zone !== undefined ? text : `${text}Z`)
  if (Number.isNaN(from)) return undefined
  const length = isDate ? DAY_MS : seconds === undefined ? MINUTE_MS : fraction === undefined ? 1000 : 1
  return { from, before: from + length }
}

function parseRange(
  operator: Operator,
  text: string,
  read: (part: string) => Required<Range> | undefined,
): Range | undefined {
  const [first = '', last, ...rest] = text.split('..')
  const begin = read(first)
  if (begin === undefined || rest.length > 0) return undefined
  if (last === undefined) return compare(operator, begin)
  const end = read(last)
  return end === undefined || operator !== '' ? undefined : { from: begin.from, before: end.before }
}

function compare(operator: Operator, { from, before }: Required<Range>): Range {
  switch (operator) {
    case '>':
      return { from: before }
    case '>=':
      return { from }
    case '<':
      return { before: from }
    case '<=':
      return { before }
    case '':
      return { from, before }
  }
}

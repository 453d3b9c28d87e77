import type { Operator } from './expression.ts'
import type { Range } from './ranges.ts'

const UNITS_US: Record<string, number> = {
  us: 1,
  µs: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
  min: 60_000_000,
}

/** `>500ms`, `1.5s`, `1s..5s`; without a unit milliseconds. Without a sign it is a bound from below. In microseconds. */
export function parseDuration(operator: Operator, text: string): Range | undefined {
  const [first = '', last, ...rest] = text.split('..')
  const from = parseOne(first)
  if (from === undefined || rest.length > 0) return undefined
  if (last !== undefined) {
    const before = parseOne(last)
    return before === undefined || operator !== '' ? undefined : { from, before: before + 1 }
  }
  switch (operator) {
    case '>':
      return { from: from + 1 }
    case '':
    case '>=':
      return { from }
    case '<':
      return { before: from }
    case '<=':
      return { before: from + 1 }
  }
}

function parseOne(text: string): number | undefined {
  const [, amount, unit = 'ms'] = /^(\d{1,9}(?:\.\d{1,6})?)(us|µs|ms|s|min|m)?$/i.exec(text) ?? []
  const size = UNITS_US[unit.toLowerCase()]
  return amount === undefined || size === undefined ? undefined : Math.round(Number(amount) * size)
}

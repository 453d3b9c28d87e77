import type { Condition } from '../condition.ts'
import {
  type Dialect,
  type FilterValue,
  type KeyReader,
  type Meaning,
  parseInDialect,
  type Read,
  withoutOrder,
} from '../dialect.ts'
import { parseDuration } from '../duration.ts'
import type { Pattern } from '../expression.ts'
import { parseId } from '../ids.ts'
import type { Range } from '../ranges.ts'

export type TraceCondition = Condition<TraceTest>

/** What must be true of a segment, the first span of a trace in one process, for its trace to be listed. */
export type TraceTest =
  | { kind: 'text'; field: TraceField; pattern: Pattern }
  /** Anywhere in its name or operation. */
  | { kind: 'words'; text: string }
  /** Duration in microseconds. */
  | { kind: 'duration'; range: Range }
  /** Nothing of its trace began before it, in the projects that are looked at. */
  | { kind: 'root' }
  /** It ended otherwise than well. */
  | { kind: 'failed' }
  /** An error event of its trace is stored. */
  | { kind: 'error' }

export type TraceField = 'name' | 'op' | 'side' | 'status' | 'release' | 'user' | 'browser'

type TraceKeyReader = KeyReader<TraceTest, undefined>
type TraceMeaning = Meaning<TraceTest>

const KEYS: Readonly<Record<string, TraceKeyReader>> = {
  name: textOf('name'),
  transaction: textOf('name'),
  op: textOf('op'),
  status: textOf('status'),
  release: textOf('release'),
  user: textOf('user'),
  browser: textOf('browser'),
  side: parseSide,
  duration: parseLength,
  is: parseIs,
  has: parseHas,
}

const TRACES: Dialect<TraceTest, undefined> = {
  keys: KEYS,
  otherKey: () => () => ({
    message: `has a key that traces do not have; use ${Object.keys(KEYS).join(', ')}`,
  }),
  text: ({ text }) => ({ kind: 'words', text }),
}

export function parseTraceSearch(text: string): Read<TraceTest> {
  return parseInDialect(text, TRACES, undefined)
}

/** A search that is a trace's id and nothing else. */
export function parseTraceTarget(text: string): string | undefined {
  return parseId(text.trim().replace(/^trace:/i, ''))
}

function textOf(field: TraceField): TraceKeyReader {
  return withoutOrder(({ pattern }) => ({ kind: 'text', field, pattern }))
}

function parseSide(value: FilterValue): TraceMeaning {
  const side = value.text.toLowerCase()
  if (side !== 'browser' && side !== 'server') return { message: 'is not a side: use browser or server' }
  return textOf('side')({ ...value, pattern: [side] }, undefined)
}

function parseLength({ operator, text }: FilterValue): TraceMeaning {
  const range = parseDuration(operator, text)
  return range
    ? { kind: 'duration', range }
    : { message: 'needs a duration, such as >500ms, <2s or 100ms..1s' }
}

function parseIs({ operator, text }: FilterValue): TraceMeaning {
  const word = text.toLowerCase()
  if (operator === '' && word === 'root') return { kind: 'root' }
  if (operator === '' && word === 'failed') return { kind: 'failed' }
  return { message: 'is not a state: use root or failed' }
}

function parseHas({ operator, text }: FilterValue): TraceMeaning {
  const isKnown = operator === '' && /^errors?$/i.test(text)
  return isKnown ? { kind: 'error' } : { message: 'is not supported: only has:error is' }
}

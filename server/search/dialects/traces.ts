import type { Condition } from '../condition.ts'
import {
  type Dialect,
  type FilterValue,
  type KeyReader,
  type Meaning,
  type Read,
  readInDialect,
  withoutOrder,
} from '../dialect.ts'
import { readDuration } from '../duration.ts'
import type { Pattern } from '../expression.ts'
import { readId } from '../ids.ts'
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

export type TraceField = 'name' | 'op' | 'side' | 'status' | 'release'

type TraceKeyReader = KeyReader<TraceTest, undefined>
type TraceMeaning = Meaning<TraceTest>

const KEYS: Readonly<Record<string, TraceKeyReader>> = {
  name: textOf('name'),
  transaction: textOf('name'),
  op: textOf('op'),
  status: textOf('status'),
  release: textOf('release'),
  side: readSide,
  duration: readLength,
  is: readIs,
  has: readHas,
}

const TRACES: Dialect<TraceTest, undefined> = {
  keys: KEYS,
  otherKey: () => () => ({
    matter: `has a key that traces do not have; use ${Object.keys(KEYS).join(', ')}`,
  }),
  text: ({ text }) => ({ kind: 'words', text }),
}

export function readTraceSearch(text: string): Read<TraceTest> {
  return readInDialect(text, TRACES, undefined)
}

/** A search that is a trace's id and nothing else. */
export function readTraceTarget(text: string): string | undefined {
  return readId(text.trim().replace(/^trace:/i, ''))
}

function textOf(field: TraceField): TraceKeyReader {
  return withoutOrder(({ pattern }) => ({ kind: 'text', field, pattern }))
}

function readSide(value: FilterValue): TraceMeaning {
  const side = value.text.toLowerCase()
  if (side !== 'browser' && side !== 'server') return { matter: 'is not a side: use browser or server' }
  return textOf('side')({ ...value, pattern: [side] }, undefined)
}

function readLength({ operator, text }: FilterValue): TraceMeaning {
  const range = readDuration(operator, text)
  return range
    ? { kind: 'duration', range }
    : { matter: 'needs a duration, such as >500ms, <2s or 100ms..1s' }
}

function readIs({ operator, text }: FilterValue): TraceMeaning {
  const word = text.toLowerCase()
  if (operator === '' && word === 'root') return { kind: 'root' }
  if (operator === '' && word === 'failed') return { kind: 'failed' }
  return { matter: 'is not a state: use root or failed' }
}

function readHas({ operator, text }: FilterValue): TraceMeaning {
  const isKnown = operator === '' && /^errors?$/i.test(text)
  return isKnown ? { kind: 'error' } : { matter: 'is not supported: only has:error is' }
}

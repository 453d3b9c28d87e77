import type { LogLevel } from '#server/processing/record.ts'
import { type Condition, testsOf } from '../condition.ts'
import {
  type Dialect,
  type FilterValue,
  type KeyReader,
  type Meaning,
  parseInDialect,
  type Read,
  withoutOrder,
} from '../dialect.ts'
import { isAsked, type Pattern } from '../expression.ts'
import { parseId } from '../ids.ts'

export type LogCondition = Condition<LogTest>

/** What a log must be to be found. */
export type LogTest =
  /** Anywhere in the beginning of its body that lists show; case does not matter. */
  | { kind: 'words'; pattern: Pattern }
  | { kind: 'level'; levels: readonly LogLevel[] }
  | { kind: 'column'; column: 'release' | 'environment' | 'projectSlug'; pattern: Pattern }
  | { kind: 'hex'; column: 'traceId' | 'spanId'; value: string }
  | { kind: 'attribute'; key: string; pattern: Pattern }
  | { kind: 'hasAttribute'; key: string }

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies LogLevel[]

/** Every key that is not one of ours is an attribute. */
const LOGS: Dialect<LogTest, undefined> = {
  keys: {
    level: parseLevel,
    message: withoutOrder(({ pattern }) => ({ kind: 'words', pattern: ['', ...pattern, ''] })),
    body: withoutOrder(({ pattern }) => ({ kind: 'words', pattern: ['', ...pattern, ''] })),
    release: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'release', pattern })),
    environment: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'environment', pattern })),
    env: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'environment', pattern })),
    project: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'projectSlug', pattern })),
    trace: withoutOrder(parseTrace),
    span: withoutOrder(parseSpan),
    has: withoutOrder(({ text }) => ({ kind: 'hasAttribute', key: text })),
  },
  otherKey: parseAttribute,
  text: ({ text }) => parseAnyTrace(text) ?? { kind: 'words', pattern: ['', text, ''] },
}

type LogMeaning = Meaning<LogTest>

export function parseLogSearch(text: string): Read<LogTest> {
  return parseInDialect(text, LOGS, undefined)
}

function parseAttribute(key: string): KeyReader<LogTest, undefined> {
  return withoutOrder(({ pattern }) => ({ kind: 'attribute', key, pattern }))
}

/** A trace's id may stand alone. */
function parseAnyTrace(text: string): LogCondition | undefined {
  const id = parseId(text)
  return id === undefined ? undefined : { kind: 'hex', column: 'traceId', value: id }
}

/** Levels have an order: `level:>=warn`. */
function parseLevel({ operator, text }: FilterValue): LogMeaning {
  const name = text.toLowerCase()
  const place = LOG_LEVELS.findIndex((level) => level === (name === 'warning' ? 'warn' : name))
  if (place < 0) return { message: `is not a level: use ${LOG_LEVELS.join(', ')}` }
  return { kind: 'level', levels: LOG_LEVELS.filter((_, index) => isAsked(operator, index - place)) }
}

function parseTrace({ text }: FilterValue): LogMeaning {
  return parseAnyTrace(text) ?? { message: 'needs an id of 32 hex characters' }
}

function parseSpan({ text }: FilterValue): LogMeaning {
  const value = text.toLowerCase()
  return /^[0-9a-f]{16}$/.test(value)
    ? { kind: 'hex', column: 'spanId', value }
    : { message: 'needs an id of 16 hex characters' }
}

/** Whether only its attributes can tell: they lie in blocks that must be unpacked. */
export function asksAttributes(condition: LogCondition): boolean {
  return testsOf(condition).some(({ kind }) => kind === 'attribute' || kind === 'hasAttribute')
}

/** Whether the counts by hour can tell: they know the project, the environment and the level of logs. */
export function knowsHours(condition: LogCondition): boolean {
  return testsOf(condition).every(
    (test) => test.kind === 'level' || (test.kind === 'column' && test.column !== 'release'),
  )
}

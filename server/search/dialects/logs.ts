import type { LogLevel } from '#server/processing/record.ts'
import { type Condition, testsOf } from '../condition.ts'
import {
  type Dialect,
  type FilterValue,
  type Meaning,
  parseInDialect,
  type Read,
  withoutOrder,
} from '../dialect.ts'
import { isAsked, type Pattern } from '../expression.ts'
import { parseAnyTrace, parseAttribute, RECORD_KEYS } from './records/record-keys.ts'
import type { RecordTest } from './records/record-tests.ts'

export type LogCondition = Condition<LogTest>

/** What a log must be to be found. */
export type LogTest =
  /** Anywhere in the beginning of its body that lists show; case does not matter. */
  { kind: 'words'; pattern: Pattern } | { kind: 'level'; levels: readonly LogLevel[] } | RecordTest

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies LogLevel[]

/** Every key that is not one of ours is an attribute. */
const LOGS: Dialect<LogTest, undefined> = {
  keys: {
    level: parseLevel,
    message: withoutOrder(({ pattern }) => ({ kind: 'words', pattern: ['', ...pattern, ''] })),
    body: withoutOrder(({ pattern }) => ({ kind: 'words', pattern: ['', ...pattern, ''] })),
    ...RECORD_KEYS,
  },
  otherKey: parseAttribute,
  text: ({ text }) => parseAnyTrace(text) ?? { kind: 'words', pattern: ['', text, ''] },
}

type LogMeaning = Meaning<LogTest>

export function parseLogSearch(text: string): Read<LogTest> {
  return parseInDialect(text, LOGS, undefined)
}

/** Levels have an order: `level:>=warn`. */
function parseLevel({ operator, text }: FilterValue): LogMeaning {
  const name = text.toLowerCase()
  const place = LOG_LEVELS.findIndex((level) => level === (name === 'warning' ? 'warn' : name))
  if (place < 0) return { message: `is not a level: use ${LOG_LEVELS.join(', ')}` }
  return { kind: 'level', levels: LOG_LEVELS.filter((_, index) => isAsked(operator, index - place)) }
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

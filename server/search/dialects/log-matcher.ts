import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { LogLevel } from '#server/processing/record.ts'
import { foldCondition } from '../condition.ts'
import { isLike } from '../is-like.ts'
import type { LogCondition, LogTest } from './logs.ts'

export interface SearchedLog {
  projectSlug: string
  level: LogLevel
  bodyStart: string
  release: string | null
  environment: string | null
  traceId: string | null
  spanId: string | null
  attributes: JsonObject
}

type LogMatcher = (log: SearchedLog) => boolean

/** Makes the whole test of a log, where a query could only narrow the rows down. */
export function logMatcher(condition: LogCondition): LogMatcher {
  return foldCondition<LogTest, LogMatcher>(condition, {
    test: (test) => (log) => passes(log, test),
    all(parts, fold) {
      const matchers = parts.map(fold)
      return (log) => matchers.every((matches) => matches(log))
    },
    any: (matchers) => (log) => matchers.some((matches) => matches(log)),
    not: (matches) => (log) => !matches(log),
  })
}

function passes(log: SearchedLog, test: LogTest): boolean {
  switch (test.kind) {
    case 'words':
      return isLike(log.bodyStart, test.pattern)
    case 'level':
      return test.levels.includes(log.level)
    case 'column':
      return isLike(log[test.column] ?? '', test.pattern)
    case 'hex':
      return log[test.column] === test.value
    case 'attribute':
      return isLike(textOf(ownMember(log.attributes, test.key)), test.pattern)
    case 'hasAttribute':
      return Object.hasOwn(log.attributes, test.key)
  }
}

/** A search may name what every object inherits: `constructor:x`. */
function ownMember(attributes: JsonObject, key: string): unknown {
  return Object.hasOwn(attributes, key) ? attributes[key] : undefined
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

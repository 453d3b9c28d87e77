import type { LogLevel } from '#server/processing/record.ts'
import { foldCondition } from '../condition.ts'
import { isLike } from '../is-like.ts'
import type { LogCondition, LogTest } from './logs.ts'
import { passesRecordTest, type SearchedRecord } from './records/record-tests.ts'

export interface SearchedLog extends SearchedRecord {
  level: LogLevel
  bodyStart: string
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
    default:
      return passesRecordTest(log, test)
  }
}

import type { OccurrenceFacts } from '#server/models/alerts/occurrences.ts'
import { type Condition, foldCondition, testsOf } from '../condition.ts'
import { type Dialect, type FilterValue, parseInDialect, type Read, withoutOrder } from '../dialect.ts'
import type { Pattern } from '../expression.ts'
import { isLike } from '../is-like.ts'

/** What a monitor, a check, or anything else that is no issue must be for a rule to tell of it. */
export interface OccurrenceTest {
  kind: 'fact'
  fact: keyof OccurrenceFacts
  pattern: Pattern
}

type OccurrenceCondition = Condition<OccurrenceTest>

const factOf = (fact: keyof OccurrenceFacts) =>
  withoutOrder<OccurrenceTest, undefined>(({ pattern }: FilterValue) => ({ kind: 'fact', fact, pattern }))

const OCCURRENCES: Dialect<OccurrenceTest, undefined> = {
  keys: {
    name: factOf('name'),
    environment: factOf('environment'),
    env: factOf('environment'),
    reason: factOf('reason'),
  },
  otherKey: () => () => ({ message: 'is not known here: use name, environment or reason' }),
  text: ({ text }) => ({ kind: 'fact', fact: 'name', pattern: ['', text, ''] }),
}

export function parseOccurrenceSearch(text: string): Read<OccurrenceTest> {
  return parseInDialect(text, OCCURRENCES, undefined)
}

export function namesEnvironment(condition: OccurrenceCondition): boolean {
  return testsOf(condition).some(({ fact }) => fact === 'environment')
}

export function matches(condition: OccurrenceCondition, facts: OccurrenceFacts): boolean {
  return foldCondition<OccurrenceTest, boolean>(condition, {
    test: ({ fact, pattern }) => isLike(facts[fact], pattern),
    all: (parts, fold) => parts.every(fold),
    any: (parts) => parts.includes(true),
    not: (part) => !part,
  })
}

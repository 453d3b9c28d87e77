import { type Condition, foldCondition, testsOf } from '#server/search/condition.ts'
import type { IssueCondition, IssueTest } from '#server/search/dialects/issue-condition.ts'
import { isLike } from '#server/search/is-like.ts'

/** Where people try things out: a rule that names no environment does not tell of these. */
const DEVELOPMENT: ReadonlySet<string> = new Set(['dev', 'development', 'test', 'testing', 'local'])

const TRUE: IssueCondition = { kind: 'all', of: [] }
const FALSE: IssueCondition = { kind: 'any', of: [] }

/**
 * A search says of an issue where any of its events happened; a rule asks where this one did. So what it says of the
 * environment is decided here, and what is left is a question to the database.
 */
export function inEnvironment(condition: IssueCondition, environment: string | null): IssueCondition {
  if (!namesEnvironment(condition)) return isDevelopment(environment) ? FALSE : condition
  return foldCondition<IssueTest, Condition<IssueTest>>(condition, {
    test: (test) => decide(test, environment),
    all: (parts, fold) => ({ kind: 'all', of: parts.map(fold) }),
    any: (of) => ({ kind: 'any', of }),
    not: (of) => ({ kind: 'not', of }),
  })
}

function namesEnvironment(condition: IssueCondition): boolean {
  return testsOf(condition).some(isOfEnvironment)
}

function isOfEnvironment(test: IssueTest): boolean {
  return (test.kind === 'tag' || test.kind === 'hasTag') && test.key === 'environment'
}

export function isDevelopment(environment: string | null): boolean {
  return environment !== null && DEVELOPMENT.has(environment.toLowerCase())
}

function decide(test: IssueTest, environment: string | null): IssueCondition {
  if (!isOfEnvironment(test)) return test
  if (test.kind === 'hasTag') return environment === null ? FALSE : TRUE
  return test.kind === 'tag' && isLike(environment, test.pattern) ? TRUE : FALSE
}

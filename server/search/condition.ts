/** What a search says once its words are understood: tests of one kind of thing, joined by and, or and not. */
export type Condition<Test extends Tagged> = Joined<Test> | Test

type Joined<Test extends Tagged> =
  | { kind: 'all' | 'any'; of: Condition<Test>[] }
  | { kind: 'not'; of: Condition<Test> }

export interface Tagged {
  kind: string
}

/** What each part of a condition becomes. */
export interface ConditionRules<Test extends Tagged, Result> {
  /** `isNegated` is true below an odd number of negations. */
  test(test: Test, isNegated: boolean): Result
  /** Gets the parts themselves, so that a dialect can join some of them; `fold` gives what a part becomes. */
  all(parts: readonly Condition<Test>[], fold: (part: Condition<Test>) => Result): Result
  any(parts: Result[]): Result
  not(part: Result): Result
}

/** Turns a condition into something else, from its tests upwards. */
export function foldCondition<Test extends Tagged, Result>(
  condition: Condition<Test>,
  rules: ConditionRules<Test, Result>,
  isNegated = false,
): Result {
  const fold = (part: Condition<Test>) => foldCondition(part, rules, isNegated)
  if (!isJoined(condition)) return rules.test(condition, isNegated)
  switch (condition.kind) {
    case 'all':
      return rules.all(condition.of, fold)
    case 'any':
      return rules.any(condition.of.map(fold))
    case 'not':
      return rules.not(foldCondition(condition.of, rules, !isNegated))
  }
}

/** Lists the tests of a condition in the order in which they were typed. */
export function testsOf<Test extends Tagged>(condition: Condition<Test>): Test[] {
  return foldCondition<Test, Test[]>(condition, {
    test: (test) => [test],
    all: (parts, fold) => parts.flatMap(fold),
    any: (parts) => parts.flat(),
    not: (part) => part,
  })
}

function isJoined<Test extends Tagged>(condition: Condition<Test>): condition is Joined<Test> {
  return condition.kind === 'all' || condition.kind === 'any' || condition.kind === 'not'
}

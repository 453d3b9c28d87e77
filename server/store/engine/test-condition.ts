import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { type Condition, type ConditionRules, foldCondition, type Tagged } from '#server/search/condition.ts'
import type { Database } from '#server/store/schema/schema.ts'

type SqlTest = Expression<SqlBool>
type SqlRules<Test extends Tagged> = ConditionRules<Test, SqlTest>

const { and, or, not } = expressionBuilder<Database, never>()

/** Makes the test of a row of a search's condition. A kind of thing says its own tests, and else what it joins otherwise. */
export function testCondition<Test extends Tagged>(
  condition: Condition<Test>,
  rules: Pick<SqlRules<Test>, 'test'> & Partial<SqlRules<Test>>,
): SqlTest {
  return foldCondition<Test, SqlTest>(condition, {
    all: (parts, fold) => and(parts.map(fold)),
    any: (parts) => or(parts),
    not: (part) => not(part),
    ...rules,
  })
}

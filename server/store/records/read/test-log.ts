import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { LogCondition, LogTest } from '#server/search/dialects/logs.ts'
import type { Pattern } from '#server/search/expression.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { always, contains, like, never } from '#server/store/words.ts'

type LogColumns = Pick<Database['log'], 'level' | 'body' | 'release' | 'environment' | 'trace_id' | 'span_id'>
type Builder = ExpressionBuilder<{ log: LogColumns }, 'log'>
type Test = Expression<SqlBool>

/** What columns can't tell is true, or false below a negation, so that nothing is missed. */
export function testLog(eb: Builder, condition: LogCondition, projectSlug: string): Test {
  return testCondition<LogTest>(condition, {
    test: (test, isNegated) => testOne(eb, test, projectSlug) ?? (isNegated ? never : always),
  })
}

/** Undefined where only the attributes can tell. */
function testOne(eb: Builder, test: LogTest, projectSlug: string): Test | undefined {
  switch (test.kind) {
    case 'words':
      return testWords(eb, test.pattern)
    case 'level':
      return test.levels.length === 0 ? never : eb('level', 'in', test.levels)
    case 'column':
      return test.column === 'projectSlug'
        ? like(eb.val(projectSlug), test.pattern)
        : testText(eb, test.column, test.pattern)
    case 'hex':
      return sql<SqlBool>`coalesce(${eb.ref(test.column === 'traceId' ? 'trace_id' : 'span_id')}, '') = ${test.value}`
    case 'attribute':
    case 'hasAttribute':
      return undefined
  }
}

function testWords(eb: Builder, pattern: Pattern): Test {
  const [start, text = '', end, ...others] = pattern
  if (start !== '' || end !== '' || others.length > 0) return testText(eb, 'body', pattern)
  return contains(eb.ref('body'), text)
}

/** Null is like nothing, so that a negation of it is true. */
function testText(eb: Builder, column: 'body' | 'release' | 'environment', pattern: Pattern): Test {
  return like(eb.fn.coalesce(eb.ref(column), eb.val('')), pattern)
}

import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TraceCondition, TraceField, TraceTest } from '#server/search/dialects/traces.ts'
import type { Pattern } from '#server/search/expression.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { like } from '#server/store/words.ts'

/** A trace may never end: its first parts to arrive tell what began it, and how much there is at least. */
export const PARTS_LOOKED_AT = 50

const COLUMNS = {
  name: sql.ref('segment.name'),
  op: sql.ref('segment.op'),
  side: sql.ref('segment.side'),
  status: sql.ref('segment.status'),
  release: sql.ref('segment.release'),
  user: sql.ref('segment.user_label'),
  browser: sql.ref('segment.browser'),
} as const satisfies Record<TraceField, RawBuilder<unknown>>

type Builder = ExpressionBuilder<Database, 'segment'>

/** A condition on rows of `segment`; `projectId` is the project that is looked at, if it is one. */
export function testSegment(
  condition: TraceCondition,
  eb: Builder,
  projectId: number | undefined,
): Expression<SqlBool> {
  return testCondition<TraceTest>(condition, {
    test: (test) => testOne(eb, test, projectId),
    not: (test) => sql<SqlBool>`not coalesce(${test}, false)`,
  })
}

function testOne(eb: Builder, test: TraceTest, projectId: number | undefined): Expression<SqlBool> {
  switch (test.kind) {
    case 'text':
      if (test.field === 'status') return hasStatus(test.pattern)
      if (test.field === 'browser') return isBrowser(test.pattern)
      return matches(COLUMNS[test.field], test.pattern)
    case 'words':
      return sql<SqlBool>`(${matches(COLUMNS.name, ['', test.text, ''])} or ${matches(COLUMNS.op, ['', test.text, ''])})`
    case 'duration': {
      const { from = 0, before = Number.MAX_SAFE_INTEGER } = test.range
      return sql<SqlBool>`(segment.duration_us >= ${from} and segment.duration_us < ${before})`
    }
    case 'failed':
      return sql<SqlBool>`segment.status <> 'ok'`
    case 'root':
      return isFirst(eb, projectId)
    case 'error':
      return hasError(eb)
  }
}

/** A number is what a request was answered with; a word is how its span ended. */
function hasStatus(pattern: Pattern): Expression<SqlBool> {
  const code = pattern.length === 1 ? pattern[0] : undefined
  const status = matches(COLUMNS.status, pattern)
  if (code === undefined || !/^\d{3}$/.test(code)) return status
  return sql<SqlBool>`(segment.http_status = ${sql.lit(Number(code))} or ${status})`
}

/** A name alone means each of its versions. */
function isBrowser(pattern: Pattern): Expression<SqlBool> {
  const [name = ''] = pattern
  const isName = pattern.length === 1 && !/ \d{1,9}$/.test(name)
  return isName
    ? sql<SqlBool>`(${matches(COLUMNS.browser, pattern)} or ${matches(COLUMNS.browser, [`${name} `, ''])})`
    : matches(COLUMNS.browser, pattern)
}

/** Without a star it is the same text; with one, case does not matter. */
function matches(column: RawBuilder<unknown>, pattern: Pattern): Expression<SqlBool> {
  const [only = ''] = pattern
  if (pattern.length === 1) return sql<SqlBool>`${column} = ${only}`
  return like(column, pattern)
}

function isFirst(eb: Builder, projectId: number | undefined): Expression<SqlBool> {
  let parts = eb
    .selectFrom('span_part')
    .select('span_part.first_segment_us as at')
    .whereRef('span_part.trace_id', '=', 'segment.trace_id')
    .orderBy('span_part.id')
    .limit(PARTS_LOOKED_AT)
  if (projectId !== undefined) parts = parts.where('span_part.project_id', '=', projectId)
  return sql<SqlBool>`not exists (select 1 from ${parts} as part where part.at < segment.start_us)`
}

function hasError(eb: Builder): Expression<SqlBool> {
  const errors = eb
    .selectFrom('event')
    .select('event.id')
    .where(sql<string>`substr(event.trace_id, 1, 8)`, '=', sql<string>`substr(segment.trace_id, 1, 8)`)
    .whereRef('event.trace_id', '=', 'segment.trace_id')
  return sql<SqlBool>`exists ${errors}`
}

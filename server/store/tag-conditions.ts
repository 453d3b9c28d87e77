import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Pattern } from '../search/expression.ts'
import { formatLike } from './full-text.ts'
import type { Database } from './schema.ts'

type Builder = ExpressionBuilder<Database, 'issue' | 'project'>

/** Issues with an event that has the tag, with a value of the pattern; without stars it is the value, case and all. */
export function testTag(eb: Builder, key: string, pattern: Pattern): Expression<SqlBool> {
  const tags = eb.selectFrom('issue_tag').select('issue_tag.issue_id').where('issue_tag.key', '=', key)
  const [value = ''] = pattern
  return eb(
    'issue.id',
    'in',
    pattern.length === 1
      ? tags.where('issue_tag.value', '=', value)
      : tags.where(sql<SqlBool>`issue_tag.value like ${formatLike(pattern)} escape '\\'`),
  )
}

/** Issues that were seen in the newest release of their project. */
export function testLatestRelease(eb: Builder): Expression<SqlBool> {
  return eb.lit(false)
}

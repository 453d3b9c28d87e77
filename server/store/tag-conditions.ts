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

/** Issues with an event that has the tag, whatever its value. */
export function testHasTag(eb: Builder, key: string): Expression<SqlBool> {
  const keys = eb.selectFrom('issue_tag_key').select('issue_tag_key.issue_id')
  return eb('issue.id', 'in', keys.where('issue_tag_key.key', '=', key))
}

/** Issues that were seen in the newest release of their project: the one that came last. */
export function testLatestRelease(eb: Builder): Expression<SqlBool> {
  const seen = eb
    .selectFrom('project as any_project')
    .innerJoin('issue_tag', 'issue_tag.project_id', 'any_project.id')
    .select('issue_tag.issue_id')
    .where('issue_tag.key', '=', 'release')
    .where('issue_tag.value', '=', (sub) =>
      sub
        .selectFrom('project_release')
        .select('project_release.version')
        .whereRef('project_release.project_id', '=', 'any_project.id')
        .orderBy('project_release.created_at', 'desc')
        .orderBy('project_release.id', 'desc')
        .limit(1),
    )
  return eb('issue.id', 'in', seen)
}

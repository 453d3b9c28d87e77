import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Pattern } from '#server/search/expression.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { like, rows } from '#server/store/words.ts'

type Builder = ExpressionBuilder<Database, 'issue'>

/** Issues with an event that has the tag, with a value of the pattern; without stars it is the value, case and all. */
export function testTag(eb: Builder, key: string, pattern: Pattern): Expression<SqlBool> {
  const tags = eb.selectFrom('issue_tag').select('issue_tag.issue_id').where('issue_tag.key', '=', key)
  const [value = ''] = pattern
  return eb(
    'issue.id',
    'in',
    pattern.length === 1
      ? tags.where('issue_tag.value', '=', value)
      : tags.where(like(sql.ref('issue_tag.value'), pattern)),
  )
}

/** Issues with an event that has the tag, whatever its value. */
export function testHasTag(eb: Builder, key: string): Expression<SqlBool> {
  const keys = eb.selectFrom('issue_tag_key').select('issue_tag_key.issue_id')
  return eb('issue.id', 'in', keys.where('issue_tag_key.key', '=', key))
}

/** Issues that were seen, or first seen, in the latest release of their project: `latest` are pairs of both, as JSON. */
export function testLatestRelease(eb: Builder, of: 'events' | 'first', latest: string): Expression<SqlBool> {
  const releases = rows(latest, { project_id: 'integer', version: 'text' })
  if (of === 'first') {
    const [projectId, version] = [eb.ref('issue.project_id'), eb.ref('issue.first_release')]
    return sql<SqlBool>`(${projectId}, ${version}) in (select project_id, version from ${releases} as latest)`
  }
  return sql<SqlBool>`${eb.ref('issue.id')} in (
    select issue_tag.issue_id from ${sql.table('issue_tag')}
    where issue_tag.key = 'release'
      -- by itself, too: projects that share a name are then read once
      and issue_tag.value in (select version from ${releases} as latest)
      and (issue_tag.project_id, issue_tag.value) in (select project_id, version from ${releases} as latest))`
}

import { type Expression, type SqlBool, sql } from 'kysely'
import type { ReleaseCondition } from '#server/search/dialects/releases.ts'
import type { Pattern } from '#server/search/expression.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import { like } from '#server/store/words.ts'

/** The test of a row of `project_release` with its `project`. */
export function testRelease(condition: ReleaseCondition): Expression<SqlBool> {
  return testCondition(condition, {
    test(test) {
      if (test.kind === 'archived') return sql<SqlBool>`project_release.archived_at is not null`
      const { field, pattern } = test
      switch (field) {
        case 'version':
          return like(sql.ref('project_release.version'), pattern)
        case 'projectSlug':
          return like(sql.ref('project.slug'), pattern)
        case 'environment':
          return ranIn(pattern)
      }
    },
  })
}

/** It was deployed there, or sessions or events name it with the environment. The lists are made once for a search. */
function ranIn(pattern: Pattern): Expression<SqlBool> {
  const isThere = like(sql.ref('environment'), pattern)
  return sql<SqlBool>`(project_release.project_id, project_release.version) in (
    select project_id, version from ${sql.table('deploy')} where ${isThere}
    union select project_id, release from ${sql.table('release_session_hour')} where ${isThere}
    union select project_id, release from ${sql.table('issue_scope_day')} where ${isThere})`
}

import { type Expression, type SqlBool, sql } from 'kysely'
import type { FeedbackCondition, FeedbackField, FeedbackPart } from '#server/search/dialects/feedback.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import { like } from '#server/store/words.ts'

/** The test of a row of `feedback`, which needs no other table beside it. */
export function testFeedback(condition: FeedbackCondition): Expression<SqlBool> {
  return testCondition(condition, {
    test(test) {
      switch (test.kind) {
        case 'text':
          return test.field === 'projectSlug'
            ? sql<SqlBool>`feedback.project_id in (select id from ${sql.table('project')} where ${like(sql.ref('slug'), test.pattern)})`
            : like(COLUMNS[test.field], test.pattern)
        case 'trace':
          return sql<SqlBool>`feedback.trace_id = ${test.id}`
        case 'has':
          return HAS[test.part]
      }
    },
    // An empty column is like nothing.
    not: (test) => sql<SqlBool>`not coalesce(${test}, false)`,
  })
}

const COLUMNS = {
  message: sql.ref('feedback.message'),
  name: sql.ref('feedback.name'),
  email: sql.ref('feedback.email'),
  url: sql.ref('feedback.url'),
  source: sql.ref('feedback.source'),
  release: sql.ref('feedback.release'),
  environment: sql.ref('feedback.environment'),
} as const satisfies Record<Exclude<FeedbackField, 'projectSlug'>, Expression<unknown>>

const HAS: Record<FeedbackPart, Expression<SqlBool>> = {
  email: sql`feedback.email is not null`,
  url: sql`feedback.url is not null`,
  trace: sql`feedback.trace_id is not null`,
  issue: sql`exists (
    select 1 from ${sql.table('event')} where event.project_id = feedback.project_id and event.event_id = feedback.event_id)`,
}

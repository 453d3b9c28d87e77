import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

const MOST_EVENTS = 1_000

/** Lists events of some traces with their issues, the earliest first. */
export function listErrorsOfTraces(db: Kysely<Database>, traceIds: readonly string[]) {
  if (traceIds.length === 0) return Promise.resolve([])
  const starts = [...new Set(traceIds.map((traceId) => traceId.slice(0, 8)))] // what the index has
  return db
    .selectFrom('event')
    .innerJoin('issue', 'issue.id', 'event.issue_id')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select(['event.trace_id as traceId', 'issue.id as issueId', 'issue.type', 'issue.number'])
    .select(['project.slug as projectSlug', sql<string>`substr(event.value, 1, 300)`.as('value')])
    .where(sql<string>`substr(event.trace_id, 1, 8)`, 'in', starts)
    .where('event.trace_id', 'in', traceIds)
    .where('issue.deleted_at', 'is', null)
    .orderBy('event.timestamp')
    .orderBy('event.id')
    .limit(MOST_EVENTS)
    .execute()
}

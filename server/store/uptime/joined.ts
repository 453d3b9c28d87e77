import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Counts the events of a project's issues within a time, up to `most`: by the issues that were seen around it. */
export async function countEventsWithin(
  db: Kysely<Database>,
  { projectId, from, until, most }: { projectId: number; from: number; until: number; most: number },
): Promise<number> {
  const row = await db
    .selectFrom(
      db
        .selectFrom('issue')
        .innerJoin('event', 'event.issue_id', 'issue.id')
        .select(sql<number>`1`.as('one'))
        .where('issue.project_id', '=', projectId)
        .where('issue.last_seen', '>=', from)
        .where('issue.first_seen', '<=', until)
        .where('issue.deleted_at', 'is', null)
        .where('event.received_at', '>=', from)
        .where('event.received_at', '<', until)
        .limit(most)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Which of these traces have spans. */
export async function findStoredTraces(
  db: Kysely<Database>,
  traceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (traceIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('span_part')
    .select('trace_id as traceId')
    .where('trace_id', 'in', traceIds)
    .distinct()
    .execute()
  return new Set(rows.map(({ traceId }) => traceId))
}

import { type Kysely, sql } from 'kysely'
import type { TraceLog } from '#server/models/traces/traces.ts'
import type { LogLevel } from '#server/processing/record.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Lists the logs of a trace over all projects, in the order of their arrival. */
export async function listTraceLogs(
  db: Kysely<Database>,
  traceId: string,
  limit: number,
): Promise<TraceLog[]> {
  const rows = await db
    .selectFrom('log')
    .innerJoin('project', 'project.id', 'log.project_id')
    .select(['log.id', 'project.slug as projectSlug', 'log.timestamp_us as timestampUs', 'log.level'])
    .select(['log.body', 'log.span_id as spanId'])
    .where(sql<string>`substr(log.trace_id, 1, 8)`, '=', traceId.slice(0, 8)) // what the index has
    .where('log.trace_id', '=', traceId)
    .orderBy('log.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, level: row.level as LogLevel })) // the writer stores normalized levels only
}

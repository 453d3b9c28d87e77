import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Changes with whatever is stored or deleted of a trace: all of it is counted by indexes. */
export async function readTraceVersion(db: Kysely<Database>, traceId: string): Promise<string> {
  const prefix = traceId.slice(0, 8) // what the indexes of events and logs have
  const { rows } = await sql<{ version: string }>`
    select (select count(*) || '.' || coalesce(max(id), 0) from ${sql.table('span_part')} where trace_id = ${traceId})
      || '/' || (select count(*) || '.' || coalesce(max(id), 0) from ${sql.table('event')}
        where substr(trace_id, 1, 8) = ${prefix} and trace_id = ${traceId})
      || '/' || (select count(*) || '.' || coalesce(max(id), 0) from ${sql.table('log')}
        where substr(trace_id, 1, 8) = ${prefix} and trace_id = ${traceId}) as mark`.execute(db)
  return rows[0]?.version ?? ''
}

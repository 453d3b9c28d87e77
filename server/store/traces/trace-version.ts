import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/**
 * Changes with whatever is stored or deleted of a trace. Its rows are found by indexes. The time when the last of them came
 * is part of it, because SQLite gives the id of a deleted row to the next one.
 */
export async function readTraceVersion(db: Kysely<Database>, traceId: string): Promise<string> {
  const ofTrace = sql`trace_id = ${traceId}`
  const byPrefix = sql`substr(trace_id, 1, 8) = ${traceId.slice(0, 8)} and ${ofTrace}` // as in the index of events and logs
  const { parts, events, logs } = await db
    .selectNoFrom([
      markOf('span_part', ofTrace).as('parts'),
      markOf('event', byPrefix).as('events'),
      markOf('log', byPrefix).as('logs'),
    ])
    .executeTakeFirstOrThrow()
  return `${parts}/${events}/${logs}`
}

function markOf(table: 'span_part' | 'event' | 'log', condition: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select count(*) || '.' || coalesce(max(id), 0) || '.' || coalesce(max(received_at), 0)
    from ${sql.table(table)} where ${condition})`
}

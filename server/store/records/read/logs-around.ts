import { type Kysely, sql } from 'kysely'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Microseconds since the epoch, both included. */
interface Span {
  fromUs: number
  toUs: number
}

export type LogAround = Awaited<ReturnType<typeof listTraceLogsAround>>[number]

/** Lists the logs of a trace, over all projects, in a short time; the earliest first. */
export function listTraceLogsAround(
  db: Kysely<Database>,
  traceId: string,
  { fromUs, toUs }: Span,
  limit: number,
) {
  return selectOfTrace(db, { traceId, begins: traceId.slice(0, 8), fromUs, toUs, limit })
}

interface LogsOfTrace extends Span {
  traceId: string
  begins: string
  limit: number
}

const selectOfTrace = prepareQuery((db, { traceId, begins, fromUs, toUs, limit }: LogsOfTrace) =>
  selectLogs(db)
    .where(sql<string>`substr(log.trace_id, 1, 8)`, '=', begins) // what the index has
    .where('log.trace_id', '=', traceId)
    .where('log.timestamp_us', '>=', fromUs)
    .where('log.timestamp_us', '<=', toUs)
    .limit(limit),
)

/** Lists a project's logs in a short time with their attributes, the earliest first. */
export async function listProjectLogsAround(
  db: Kysely<Database>,
  projectId: number,
  { fromUs, toUs }: Span,
  limit: number,
): Promise<(LogAround & { attributes: Record<string, unknown> })[]> {
  const rows = await selectLogs(db)
    .select(['log.block_id as blockId', 'log.block_offset as blockOffset', 'log.block_length as blockLength'])
    .where('log.project_id', '=', projectId)
    .where('log.timestamp_us', '>=', fromUs)
    .where('log.timestamp_us', '<=', toUs)
    .limit(limit)
    .execute()
  const texts = await listPayloadTexts(db, rows)
  return rows.map(({ blockId: _id, blockOffset: _offset, blockLength: _length, ...row }, index) => ({
    ...row,
    ...(JSON.parse(texts[index] ?? '{}') as { attributes: Record<string, unknown> }), // our own writer wrote it
    body: row.body,
  }))
}

function selectLogs(db: Kysely<Database>) {
  return db
    .selectFrom('log')
    .select(['log.id', 'log.timestamp_us as timestampUs', 'log.level', 'log.body'])
    .orderBy('log.timestamp_us')
    .orderBy('log.id')
}

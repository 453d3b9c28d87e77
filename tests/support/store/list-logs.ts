import type { Kysely } from 'kysely'
import type { LogLevel, LogRecord } from '#server/processing/record.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface StoredLog extends Omit<LogRecord, 'kind' | 'contentHash'> {
  id: number
}

/** Of one project, the latest first. */
export async function listLogs(db: Kysely<Database>, projectId: number, limit: number): Promise<StoredLog[]> {
  const rows = await db
    .selectFrom('log')
    .select(['id', 'timestamp_us as timestampUs', 'level', 'trace_id as traceId', 'span_id as spanId'])
    .select(['release', 'environment'])
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .where('project_id', '=', projectId)
    .orderBy('timestamp_us', 'desc')
    .orderBy('content_hash', 'desc')
    .limit(limit)
    .execute()
  const texts = await listPayloadTexts(db, rows)
  return rows.map(({ blockId, blockOffset, blockLength, ...row }, index) => ({
    ...row,
    level: row.level as LogLevel, // the writer stores normalized levels only
    ...(JSON.parse(texts[index] ?? '{}') as Pick<StoredLog, 'body' | 'attributes'>), // likewise
  }))
}

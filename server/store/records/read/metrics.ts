import type { Kysely } from 'kysely'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import type { Database } from '#server/store/schema/schema.ts'

interface MetricQuery {
  projectId: number
  name: string
  fromUs: number
  beforeUs?: number
  limit: number
}

/** One metric's values in time, the latest first. */
export async function listMetricValues(
  db: Kysely<Database>,
  { projectId, name, fromUs, beforeUs = Number.MAX_SAFE_INTEGER, limit }: MetricQuery,
) {
  const rows = await db
    .selectFrom('metric')
    .select(['timestamp_us as timestampUs', 'type', 'value', 'unit', 'trace_id as traceId'])
    .select(['release', 'environment'])
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('timestamp_us', '>=', fromUs)
    .where('timestamp_us', '<', beforeUs)
    .orderBy('timestamp_us', 'desc')
    .orderBy('content_hash', 'desc')
    .limit(limit)
    .execute()
  const texts = await listPayloadTexts(db, rows)
  return rows.map(({ blockId, blockOffset, blockLength, ...row }, index) => ({
    ...row,
    attributes: JSON.parse(texts[index] ?? '{}') as Record<string, unknown>, // our own writer's
  }))
}

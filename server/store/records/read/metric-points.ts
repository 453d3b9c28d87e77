import { type Kysely, sql } from 'kysely'
import type { MetricRecord } from '#server/processing/record.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A part of one metric's values in one project. */
export interface MetricReach {
  projectId: number
  name: string
  fromUs: number
  /** The part ends before it. */
  beforeUs: number
}

interface PointQuery extends MetricReach {
  environment: string | undefined
  /** Rows that are looked at, at most, the newest first. */
  bound: number
}

export type MetricPoint = Awaited<ReturnType<typeof scanMetricPoints>>[number]

/** Lists the newest of these values that are of the environment. Their attributes are in blocks. */
export async function scanMetricPoints(db: Kysely<Database>, { environment, bound, ...reach }: PointQuery) {
  const rows = await db
    .selectFrom(newestOf(db, reach, bound).as('newest'))
    .select(['timestamp_us as timestampUs', 'content_hash as contentHash', 'type', 'value', 'unit'])
    .select(['trace_id as traceId', 'span_id as spanId', 'release', 'environment'])
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .orderBy('timestamp_us', 'desc')
    .orderBy('content_hash', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as MetricRecord['type'] })) // as the writer stores them
}

function newestOf(db: Kysely<Database>, reach: MetricReach, bound: number) {
  return reached(db, reach)
    .select(['timestamp_us', 'content_hash', 'type', 'value', 'unit', 'trace_id', 'span_id'])
    .select(['release', 'environment', 'block_id', 'block_offset', 'block_length'])
    .orderBy('timestamp_us', 'desc')
    .orderBy('content_hash', 'desc')
    .limit(bound)
}

/** Counts these values by the index alone, up to the bound, and says where the oldest of the counted ones is. */
export async function countMetricPoints(
  db: Kysely<Database>,
  reach: MetricReach,
  bound: number,
): Promise<{ count: number; oldestUs: number }> {
  const row = await db
    .selectFrom(
      reached(db, reach)
        .select('timestamp_us')
        .orderBy('timestamp_us', 'desc')
        .orderBy('content_hash', 'desc')
        .limit(bound)
        .as('counted'),
    )
    .select([
      sql<number>`count(*)`.as('count'),
      (eb) => eb.fn.min<number | null>('timestamp_us').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldestUs: Number(row.oldest ?? reach.beforeUs) }
}

/** Whether there is any value. */
export async function hasMetricPoints(db: Kysely<Database>, reach: MetricReach): Promise<boolean> {
  const found = await reached(db, reach).select('timestamp_us').limit(1).executeTakeFirst()
  return found !== undefined
}

function reached(db: Kysely<Database>, { projectId, name, fromUs, beforeUs }: MetricReach) {
  return db
    .selectFrom('metric')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('timestamp_us', '>=', fromUs)
    .where('timestamp_us', '<', beforeUs)
}

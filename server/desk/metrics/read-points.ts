import type { Kysely } from 'kysely'
import type { MeasuredBuckets } from '#server/models/performance.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import {
  countMetricPoints,
  type MetricPoint,
  type MetricReach,
  scanMetricPoints,
} from '#server/store/records/read/metric-points.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { ReadPoint } from './measured.ts'

/** One page reads so many values of all projects together. */
const MOST_POINTS = 3_000
/** So many values of one part of the period are counted, to know how many the others stand for. */
const MOST_COUNTED = 1_000

export interface WeighedPoint extends ReadPoint {
  /** How many values of its part of the period it stands for: 1 where all were read. */
  weight: number
}

interface Asked {
  projects: readonly { id: number; slug: string }[]
  name: string
  environment: string | undefined
  buckets: MeasuredBuckets
}

/**
 * Reads the values of a metric, the oldest first: all of them, or where there are too many, the newest of each part of
 * the period.
 */
export async function readPoints(
  db: Kysely<Database>,
  { projects, name, environment, buckets }: Asked,
): Promise<{ points: WeighedPoint[]; isSample: boolean }> {
  const most = Math.max(buckets.count, Math.floor(MOST_POINTS / Math.max(1, projects.length)))
  const parts = partsOf(buckets)
  const read = await Promise.all(
    projects.map(async ({ id, slug }) => {
      const whole = {
        projectId: id,
        name,
        fromUs: parts[0]?.fromUs ?? 0,
        beforeUs: parts.at(-1)?.beforeUs ?? 0,
      }
      const { count } = await countMetricPoints(db, whole, most + 1)
      const isSample = count > most
      const rows = isSample
        ? await sampleParts(
            db,
            parts.map((part) => ({ ...whole, ...part })),
            { environment, bound: Math.floor(most / buckets.count) },
          )
        : (await scanMetricPoints(db, { ...whole, environment, bound: most })).map((row) => ({
            ...row,
            weight: 1,
          }))
      return { rows: rows.map((row) => ({ ...row, projectSlug: slug })), isSample }
    }),
  )
  const rows = read.flatMap((one) => one.rows).toSorted((a, b) => a.timestampUs - b.timestampUs)
  return { points: await withAttributes(db, rows), isSample: read.some(({ isSample }) => isSample) }
}

function partsOf({ start, stepMs, count }: MeasuredBuckets): { fromUs: number; beforeUs: number }[] {
  return Array.from({ length: count }, (_, index) => ({
    fromUs: (start + index * stepMs) * 1_000,
    beforeUs: (start + (index + 1) * stepMs) * 1_000,
  }))
}

interface Sampling {
  environment: string | undefined
  bound: number
}

async function sampleParts(
  db: Kysely<Database>,
  parts: readonly MetricReach[],
  { environment, bound }: Sampling,
) {
  const sampled = await Promise.all(
    parts.map(async (part) => {
      const { count, oldestUs } = await countMetricPoints(db, part, MOST_COUNTED)
      if (count === 0) return []
      const rows = await scanMetricPoints(db, { ...part, environment, bound })
      // Where there are more than were counted, the rest of the part is taken to be as busy.
      const isMore = count === MOST_COUNTED && oldestUs > part.fromUs
      const length = part.beforeUs - part.fromUs
      const expected = isMore ? (count * length) / Math.max(1, part.beforeUs - oldestUs) : count
      return rows.map((row) => ({ ...row, weight: Math.max(1, expected / bound) }))
    }),
  )
  return sampled.flat()
}

export async function withAttributes<
  Row extends Pick<MetricPoint, 'blockId' | 'blockOffset' | 'blockLength'>,
>(db: Kysely<Database>, rows: Row[]) {
  const texts = await listPayloadTexts(db, rows)
  return rows.map(({ blockId, blockOffset, blockLength, ...row }, index) => ({
    ...row,
    attributes: JSON.parse(texts[index] ?? '{}') as JsonObject, // our own writer's
  }))
}

import type { Kysely } from 'kysely'
import type { NormalizedSpan } from '#server/processing/span.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** What a trace's part holds of a span: the trace's id stands in the part's row. */
export type PartSpan = Omit<NormalizedSpan, 'traceId'>

export interface StoredSpan extends PartSpan {
  projectId: number
  projectSlug: string
}

/**
 * Lists the spans of a trace over all projects, the earliest first; of those that start at once, the segment first.
 * Where there are more than `limit`, it lists those that arrived first.
 */
export async function listTraceSpans(
  db: Kysely<Database>,
  traceId: string,
  limit: number,
): Promise<StoredSpan[]> {
  const parts = withinLimit(await listParts(db, { traceId, limit }), limit)
  const texts = await listPayloadTexts(db, parts)
  const spans = parts.flatMap(({ projectId, projectSlug }, index) =>
    // Written by our own writer, which normalized them.
    (JSON.parse(texts[index] ?? '[]') as PartSpan[]).map((span) => ({ ...span, projectId, projectSlug })),
  )
  return spans
    .toSorted((a, b) => a.startUs - b.startUs || Number(b.isSegment) - Number(a.isSegment))
    .slice(0, limit)
}

/** What a list unpacks at most: a trace can be as large as all others of its page together. */
const LISTED_PARTS = 400
const LISTED_BYTES = 1_000_000

/**
 * Lists the spans of several traces, by trace. A trace whose parts do not fit with those of the others has none, so
 * that nobody takes some of its spans for all of them.
 */
export async function listSpansOfTraces(
  db: Kysely<Database>,
  traceIds: readonly string[],
): Promise<Map<string, PartSpan[]>> {
  if (traceIds.length === 0) return new Map()
  const parts = await db
    .selectFrom('span_part')
    .select(['trace_id as traceId', 'block_id as blockId'])
    .select(['block_offset as blockOffset', 'block_length as blockLength'])
    .where('trace_id', 'in', traceIds)
    .orderBy('id')
    .limit(LISTED_PARTS + 1)
    .execute()
  if (parts.length > LISTED_PARTS) return new Map()
  const byTrace = Map.groupBy(parts, ({ traceId }) => traceId)
  let bytes = 0
  const fitting = [...byTrace.values()]
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
    .filter((ofTrace) => {
      bytes += sizeOf(ofTrace)
      return bytes <= LISTED_BYTES
    })
    .flat()
  const texts = await listPayloadTexts(db, fitting)
  const spans = new Map<string, PartSpan[]>()
  for (const [index, { traceId }] of fitting.entries()) {
    const ofPart = JSON.parse(texts[index] ?? '[]') as PartSpan[] // written by our own writer
    spans.set(traceId, [...(spans.get(traceId) ?? []), ...ofPart])
  }
  return spans
}

function sizeOf(parts: readonly { blockLength: number }[]): number {
  return parts.reduce((sum, { blockLength }) => sum + blockLength, 0)
}

/** Of some traces, those that something is stored of. */
export async function listStoredTraceIds(
  db: Kysely<Database>,
  traceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('span_part')
    .select('trace_id as traceId')
    .distinct()
    .where('trace_id', 'in', traceIds)
    .execute()
  return new Set(rows.map(({ traceId }) => traceId))
}

const listParts = prepareQuery(
  (db, { traceId, limit }: { traceId: string; limit: number }) =>
    db
      .selectFrom('span_part')
      .innerJoin('project', 'project.id', 'span_part.project_id')
      .select([
        'span_part.project_id as projectId',
        'project.slug as projectSlug',
        'span_part.span_count as spanCount',
        'span_part.block_id as blockId',
        'span_part.block_offset as blockOffset',
        'span_part.block_length as blockLength',
      ])
      .where('span_part.trace_id', '=', traceId)
      .orderBy('span_part.id')
      .limit(limit), // each has one span at least
)

/** As many as it takes: a trace that a loop has filled is not unpacked as a whole. */
function withinLimit<T extends { spanCount: number }>(parts: T[], limit: number): T[] {
  let spans = 0
  const end = parts.findIndex(({ spanCount }) => {
    spans += spanCount
    return spans >= limit
  })
  return end === -1 ? parts : parts.slice(0, end + 1)
}

import type { Kysely } from 'kysely'
import type { Measurements } from '../processing/span.ts'
import { listPayloadTexts, type PayloadPlace } from './payload-blocks.ts'
import type { Database } from './schema.ts'

export type SpanRow = Awaited<ReturnType<typeof listTraceSpanRows>>[number]

export interface SpanDetails {
  data: Record<string, unknown>
  measurements: Measurements | null
}

/** Of a trace, over all projects; the earliest first, and the segment first of what starts at once. */
export function listTraceSpanRows(db: Kysely<Database>, traceId: string, limit: number) {
  return db
    .selectFrom('span')
    .innerJoin('project', 'project.id', 'span.project_id')
    .select([
      'span.project_id as projectId',
      'project.slug as projectSlug',
      'span.span_id as spanId',
      'span.parent_span_id as parentSpanId',
      'span.segment_id as segmentId',
      'span.is_segment as isSegment',
      'span.event_id as eventId',
      'span.op',
      'span.name',
      'span.side',
      'span.status',
      'span.start_us as startUs',
      'span.duration_us as durationUs',
      'span.release',
      'span.environment',
      'span.measurements',
      'span.data',
      'span.block_id as blockId',
      'span.block_offset as blockOffset',
      'span.block_length as blockLength',
    ])
    .where('span.trace_id', '=', traceId)
    .orderBy('span.start_us')
    .orderBy('span.is_segment', 'desc')
    .orderBy('span.id')
    .limit(limit)
    .execute()
}

/** What the rows hold as JSON, in their order. */
export async function readSpanDetails(db: Kysely<Database>, rows: SpanRow[]): Promise<SpanDetails[]> {
  const texts = await listPayloadTexts(db, rows.flatMap(placeOf))
  let next = 0
  return rows.map((row) => ({
    // Written by our own writer, which normalized them.
    data: JSON.parse(row.data ?? texts[next++] ?? '{}') as SpanDetails['data'],
    measurements: row.measurements === null ? null : (JSON.parse(row.measurements) as Measurements),
  }))
}

function placeOf({ data, blockId, blockOffset, blockLength }: SpanRow): PayloadPlace[] {
  if (data !== null || blockId === null || blockOffset === null || blockLength === null) return []
  return [{ blockId, blockOffset, blockLength }]
}

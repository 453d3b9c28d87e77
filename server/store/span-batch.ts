import type { DatabaseSync } from 'node:sqlite'
import type { NormalizedSpan } from '../processing/span.ts'
import {
  type InsertBlock,
  type PackedBlock,
  type PayloadPlace,
  packBlocks,
  placeMembers,
} from './payload-blocks.ts'

export interface FreshSpan {
  span: NormalizedSpan
  projectId: number
  receivedAt: number
}

interface LongSpan extends FreshSpan {
  payload: Uint8Array
}

/** Spans on their way into the database: attributes are JSON now, long ones compressed. */
export interface PackedSpans {
  short: (FreshSpan & { data: string })[]
  long: PackedBlock<LongSpan>[]
}

/** Attributes up to here stay in the row: the spans of a database call or a fetch, mostly. */
const INLINE_CHARS = 1_000
/** A trace's spans are read together, so they may lie together. */
const BLOCK_SPANS = 256

const encoder = new TextEncoder()

export function packSpans(spans: FreshSpan[]): PackedSpans {
  const short: PackedSpans['short'] = []
  const long: LongSpan[] = []
  for (const fresh of spans) {
    const data = JSON.stringify(fresh.span.data)
    if (data.length <= INLINE_CHARS) short.push({ ...fresh, data })
    else long.push({ ...fresh, payload: encoder.encode(data) })
  }
  return { short, long: packBlocks(long, BLOCK_SPANS) }
}

/** The writer's own statements for spans, as those for events in batch-statements.ts. */
export function createSpanStatements(connection: DatabaseSync) {
  const find = connection.prepare('select 1 from span where trace_id = ? and span_id = ? and project_id = ?')
  const insert = connection.prepare(`
    insert into span (project_id, trace_id, span_id, parent_span_id, segment_id, is_segment, event_id, op, name,
      side, status, start_us, duration_us, release, environment, received_at, measurements, data, block_id,
      block_offset, block_length)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)

  function insertSpan({ span, projectId, receivedAt }: FreshSpan, place: string | PayloadPlace): void {
    const [data, block] = typeof place === 'string' ? [place, undefined] : [null, place]
    insert.run(
      ...[projectId, span.traceId, span.spanId, span.parentSpanId, span.segmentId, span.isSegment ? 1 : 0],
      ...[span.eventId, span.op, span.name, span.side, span.status, span.startUs, span.durationUs],
      ...[span.release, span.environment, receivedAt],
      ...[span.measurements === null ? null : JSON.stringify(span.measurements), data],
      ...[block?.blockId ?? null, block?.blockOffset ?? null, block?.blockLength ?? null],
    )
  }

  return {
    hasSpan: (projectId: number, { traceId, spanId }: NormalizedSpan) =>
      find.get(traceId, spanId, projectId) !== undefined,
    insertSpans({ short, long }: PackedSpans, insertBlock: InsertBlock) {
      for (const fresh of short) insertSpan(fresh, fresh.data)
      placeMembers(long, insertBlock, insertSpan)
    },
  }
}

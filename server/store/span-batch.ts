import type { DatabaseSync } from 'node:sqlite'
import type { NormalizedSpan } from '../processing/span.ts'
import {
  type InsertBlock,
  type PackedBlock,
  type PayloadPlace,
  packBlocks,
  placeMembers,
} from './payload-blocks.ts'
import type { CountStored } from './stored-counts.ts'

export interface FreshSpan {
  span: NormalizedSpan
  projectId: number
  receivedAt: number
}

/** What a trace's part holds of a span: the trace's id stands in the part's row. */
export type PartSpan = Omit<NormalizedSpan, 'traceId'>

/** Spans of one trace that arrived together. */
interface Part {
  projectId: number
  traceId: string
  receivedAt: number
  spanIds: string[]
  /** Null where it holds no segment. */
  firstSegmentUs: number | null
  payload: Uint8Array
}

interface OpenPart extends Omit<Part, 'payload'> {
  jsons: string[]
  chars: number
}

/** Spans on their way into the database, compressed. */
export interface PackedSpans {
  blocks: PackedBlock<Part>[]
  segments: FreshSpan[]
}

/** What one part holds at most, so that what one read unpacks stays small. */
const PART_SPANS = 256
const PART_CHARS = 128 * 1024
const BLOCK_PARTS = 64
const SPAN_ID_BYTES = 8
/** A repeat comes soon. A trace of which parts never end must not make each next one dearer. */
const KNOWN_PARTS = 200

const encoder = new TextEncoder()

export function packSpans(spans: FreshSpan[]): PackedSpans {
  return {
    blocks: packBlocks(toParts(spans), BLOCK_PARTS),
    segments: spans.filter(({ span }) => span.isSegment),
  }
}

function toParts(spans: FreshSpan[]): Part[] {
  const parts: OpenPart[] = []
  for (const { span, projectId, receivedAt } of spans) {
    const json = toJson(span)
    const last = parts.at(-1) // a trace's spans come one after the other
    const belongs =
      last?.traceId === span.traceId &&
      last.projectId === projectId &&
      last.receivedAt === receivedAt &&
      last.spanIds.length < PART_SPANS &&
      last.chars + json.length <= PART_CHARS
    const part = belongs
      ? last
      : {
          projectId,
          traceId: span.traceId,
          receivedAt,
          spanIds: [],
          firstSegmentUs: null,
          jsons: [],
          chars: 0,
        }
    if (!belongs) parts.push(part)
    part.spanIds.push(span.spanId)
    if (span.isSegment) part.firstSegmentUs = Math.min(part.firstSegmentUs ?? span.startUs, span.startUs)
    part.jsons.push(json)
    part.chars += json.length
  }
  return parts.map(({ jsons, chars: _counted, ...part }) => ({
    ...part,
    payload: encoder.encode(`[${jsons.join(',')}]`),
  }))
}

function toJson(span: NormalizedSpan): string {
  // left out as undefined: to copy all members but one takes V8 twice as long
  return JSON.stringify({ ...span, traceId: undefined } satisfies PartSpan & { traceId: undefined })
}

/** The writer's own statements for spans, as those for events in batch-statements.ts. */
export function createSpanStatements(connection: DatabaseSync, countStored: CountStored) {
  const listIds = connection.prepare(
    `select span_ids as ids from span_part where trace_id = ? and project_id = ?
     order by id desc limit ${KNOWN_PARTS}`,
  )
  const insertPart = connection.prepare(`
    insert into span_part (project_id, trace_id, span_count, span_ids, received_at, block_id, block_offset,
      block_length, first_segment_us)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const insertSegment = connection.prepare(`
    insert into segment (project_id, trace_id, span_id, event_id, op, name, side, status, start_us, duration_us,
      release, environment, measurements, received_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  /** Of the trace that was asked about last; its spans come one after the other. */
  let known: { name: string; spanIds: ReadonlySet<string> } | undefined

  function readKnown(name: string, projectId: number, traceId: string): ReadonlySet<string> {
    const spanIds = listIds.all(traceId, projectId).flatMap(({ ids }) => splitIds(ids))
    known = { name, spanIds: new Set(spanIds) }
    return known.spanIds
  }

  function storePart(
    { projectId, traceId, receivedAt, spanIds, firstSegmentUs }: Part,
    place: PayloadPlace,
  ): void {
    const ids = Buffer.from(spanIds.join(''), 'hex')
    insertPart.run(
      ...[projectId, traceId, spanIds.length, ids, receivedAt],
      ...[place.blockId, place.blockOffset, place.blockLength, firstSegmentUs],
    )
    countStored(projectId, 'spans', spanIds.length, place.blockLength)
  }

  function storeSegment({ span, projectId, receivedAt }: FreshSpan): void {
    insertSegment.run(
      ...[projectId, span.traceId, span.spanId, span.eventId, span.op, span.name, span.side, span.status],
      ...[span.startUs, span.durationUs, span.release, span.environment],
      ...[span.measurements === null ? null : JSON.stringify(span.measurements), receivedAt],
    )
    countStored(projectId, 'segments', 1, 0)
  }

  return {
    hasSpan(projectId: number, { traceId, spanId }: NormalizedSpan): boolean {
      const name = `${projectId}:${traceId}`
      const spanIds = known?.name === name ? known.spanIds : readKnown(name, projectId, traceId)
      return spanIds.has(spanId)
    },
    insertSpans({ blocks, segments }: PackedSpans, insertBlock: InsertBlock): void {
      known = undefined // it will be other ones
      placeMembers(blocks, insertBlock, storePart)
      for (const segment of segments) storeSegment(segment)
    },
  }
}

function splitIds(ids: unknown): string[] {
  const hex = Buffer.from(ids as Uint8Array).toString('hex') // the column's type
  return Array.from({ length: hex.length / (2 * SPAN_ID_BYTES) }, (_, index) =>
    hex.slice(index * 2 * SPAN_ID_BYTES, (index + 1) * 2 * SPAN_ID_BYTES),
  )
}

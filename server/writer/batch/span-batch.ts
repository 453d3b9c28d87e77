import { type SegmentFacts, segmentFactsOf } from '#server/processing/normalize/spans/segment-facts.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import { type PackedBlock, packBlocks, type WithPayload } from '#server/store/engine/payload-blocks.ts'
import type { PartSpan } from '#server/store/traces/spans.ts'

export interface FreshSpan {
  span: NormalizedSpan
  projectId: number
  receivedAt: number
}

/** Spans of one trace that arrived together. */
export interface Part {
  projectId: number
  traceId: string
  receivedAt: number
  /** All in a row, sixteen hex characters each. */
  spanIds: string
  spanCount: number
  /** Null where it holds no segment. */
  firstSegmentUs: number | null
}

interface OpenPart {
  part: Part
  jsons: string[]
  chars: number
}

/** A segment's own columns. */
export interface Segment extends Pick<FreshSpan, 'projectId' | 'receivedAt'> {
  span: Omit<NormalizedSpan, 'data' | 'parentSpanId' | 'segmentId'>
  facts: SegmentFacts
}

/** Spans on their way into the database, compressed. */
export interface PackedSpans {
  blocks: PackedBlock<Part>[]
  segments: Segment[]
}

/** What one part holds at most, so that what one read unpacks stays small. */
const PART_SPANS = 256
const PART_CHARS = 128 * 1024
const BLOCK_PARTS = 64
const SPAN_ID_CHARS = 16

const encoder = new TextEncoder()

/** Each part comes from one envelope: what is left of its spans are bytes. */
export type SpanParts = WithPayload<Part>[]

export function packSpans(parts: SpanParts, segments: Segment[]): PackedSpans {
  return { blocks: packBlocks(parts, BLOCK_PARTS), segments }
}

export function toSegments(spans: readonly FreshSpan[]): Segment[] {
  return spans.filter(({ span }) => span.isSegment).map(toSegment)
}

function toSegment({ span, projectId, receivedAt }: FreshSpan): Segment {
  const { data, parentSpanId: _withIt, segmentId: _too, ...columns } = span
  return { span: columns, facts: segmentFactsOf(data), projectId, receivedAt }
}

export function toParts(spans: readonly FreshSpan[]): SpanParts {
  const parts: OpenPart[] = []
  for (const fresh of spans) {
    const { span } = fresh
    const json = toJson(span)
    const last = parts.at(-1) // a trace's spans come one after the other
    const belongs = last !== undefined && hasRoom(last, json) && isOf(last.part, fresh)
    const open = belongs ? last : openPart(fresh)
    if (!belongs) parts.push(open)
    const { part } = open
    part.spanIds += span.spanId
    part.spanCount++
    if (span.isSegment) part.firstSegmentUs = Math.min(part.firstSegmentUs ?? span.startUs, span.startUs)
    open.jsons.push(json)
    open.chars += json.length
  }
  return parts.map(({ part, jsons }) => ({ member: part, payload: encoder.encode(`[${jsons.join(',')}]`) }))
}

function openPart({ span: { traceId }, projectId, receivedAt }: FreshSpan): OpenPart {
  const part = { projectId, traceId, receivedAt, spanIds: '', spanCount: 0, firstSegmentUs: null }
  return { part, jsons: [], chars: 0 }
}

function hasRoom({ part, chars }: OpenPart, json: string): boolean {
  return part.spanCount < PART_SPANS && chars + json.length <= PART_CHARS
}

function isOf({ traceId, projectId, receivedAt }: Part, fresh: FreshSpan): boolean {
  return traceId === fresh.span.traceId && projectId === fresh.projectId && receivedAt === fresh.receivedAt
}

function toJson(span: NormalizedSpan): string {
  // left out as undefined: to copy all members but one takes V8 twice as long
  return JSON.stringify({ ...span, traceId: undefined } satisfies PartSpan & { traceId: undefined })
}

/** Of ids in a row. */
export function splitSpanIds(row: string): string[] {
  return Array.from({ length: row.length / SPAN_ID_CHARS }, (_, index) =>
    row.slice(index * SPAN_ID_CHARS, (index + 1) * SPAN_ID_CHARS),
  )
}

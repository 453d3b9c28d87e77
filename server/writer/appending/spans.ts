import { placeColumns, storeBlocks } from '#server/store/engine/payload-blocks.ts'
import type { CountStored } from '#server/store/projects/stored-counts.ts'
import { insert, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import type { PackedSpans, Segment } from '#server/writer/batch/span-batch.ts'

const PARTS = appendedTo('span_part')([
  ...(['project_id', 'trace_id', 'span_count', 'span_ids', 'received_at'] as const),
  ...(['block_id', 'block_offset', 'block_length', 'first_segment_us'] as const),
])
const SEGMENTS = appendedTo('segment')([
  ...(['project_id', 'trace_id', 'span_id', 'event_id', 'op', 'name', 'side', 'status'] as const),
  ...(['start_us', 'duration_us', 'release', 'environment', 'measurements', 'received_at'] as const),
  ...(['user_label', 'browser', 'http_status'] as const),
])

/** Stores the parts of traces with their blocks, and the segments among their spans. */
export function* appendSpans({ blocks, segments }: PackedSpans, countStored: CountStored): Steps {
  const placed = yield* storeBlocks(blocks)
  const parts = placed.map(({ of: part, place }) => {
    countStored(part.projectId, 'spans', part.spanCount, place.blockLength)
    return {
      ...{ project_id: part.projectId, trace_id: part.traceId, span_count: part.spanCount },
      ...{ span_ids: Buffer.from(part.spanIds, 'hex'), received_at: part.receivedAt },
      ...placeColumns(place),
      first_segment_us: part.firstSegmentUs,
    }
  })
  yield* insert(PARTS, parts)
  for (const { projectId } of segments) countStored(projectId, 'segments', 1, 0)
  yield* insert(SEGMENTS, segments.map(segmentRow))
}

function segmentRow({ span, facts, projectId, receivedAt }: Segment) {
  const measurements = span.measurements === null ? null : JSON.stringify(span.measurements)
  return {
    ...{ project_id: projectId, trace_id: span.traceId, span_id: span.spanId, event_id: span.eventId },
    ...{ op: span.op, name: span.name, side: span.side, status: span.status },
    ...{ start_us: span.startUs, duration_us: span.durationUs, release: span.release },
    ...{ environment: span.environment, measurements, received_at: receivedAt },
    ...{ user_label: facts.user, browser: facts.browser, http_status: facts.httpStatus },
  }
}

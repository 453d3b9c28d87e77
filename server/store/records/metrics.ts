import type { MetricRecord } from '#server/processing/record.ts'
import {
  type PackedBlock,
  type Placed,
  packBlocks,
  placeColumns,
  storeBlocks,
  type WithPayload,
} from '#server/store/engine/payload-blocks.ts'
import { insert, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo, tableOf } from '#server/store/rows/table.ts'
import { areKnown } from './known-rows.ts'
import type { Arrived, Declined, Owned, RecordCounts, RecordPort } from './record-port.ts'

/** Attributes are short and much alike, and are read a series at a time. */
const BLOCK_METRICS = 256

const METRIC = tableOf('metric')({
  key: ['project_id', 'name', 'timestamp_us', 'content_hash'],
  keep: ['id'],
})
const NEW_METRIC = appendedTo('metric')([
  ...(['project_id', 'name', 'timestamp_us', 'content_hash', 'received_at', 'type', 'value'] as const),
  ...(['unit', 'trace_id', 'span_id', 'release', 'environment'] as const),
  ...(['block_id', 'block_offset', 'block_length'] as const),
])

const encoder = new TextEncoder()

export function createMetricPort(): RecordPort<MetricRecord> {
  return {
    nameOf: ({ name, timestampUs, contentHash }) => `${timestampUs}:${contentHash}:${name}`,
    findKnown: (metrics) => areKnown(METRIC, metrics.map(toKey)),
    prepare(metrics) {
      const blocks = packBlocks(metrics.map(withPayload), BLOCK_METRICS)
      return (counts) => storeMetrics(blocks, counts)
    },
  }
}

function* storeMetrics(
  blocks: readonly PackedBlock<Arrived<MetricRecord>>[],
  counts: RecordCounts,
): Steps<Declined[]> {
  const placed = yield* storeBlocks(blocks)
  yield* insert(NEW_METRIC, placed.map(toRow))
  for (const { of, place } of placed) counts.countStored(of.projectId, 'metrics', 1, place.blockLength)
  return []
}

function withPayload(member: Arrived<MetricRecord>): WithPayload<Arrived<MetricRecord>> {
  return { member, payload: encoder.encode(JSON.stringify(member.record.attributes)) }
}

function toKey({ projectId, record: { name, timestampUs, contentHash } }: Owned<MetricRecord>) {
  return { project_id: projectId, name, timestamp_us: timestampUs, content_hash: contentHash }
}

function toRow({ of, place }: Placed<Arrived<MetricRecord>>) {
  const { projectId, receivedAt, record } = of
  return {
    project_id: projectId,
    name: record.name,
    timestamp_us: record.timestampUs,
    content_hash: record.contentHash,
    received_at: receivedAt,
    type: record.type,
    value: record.value,
    unit: record.unit,
    trace_id: record.traceId,
    span_id: record.spanId,
    release: record.release,
    environment: record.environment,
    ...placeColumns(place),
  }
}

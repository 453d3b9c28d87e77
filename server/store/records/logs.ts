import type { LogRecord } from '#server/processing/record.ts'
import { limits } from '#server/protocol/limits.ts'
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
import { sumLogs } from './log-hours.ts'
import type { Arrived, Declined, Owned, RecordCounts, RecordPort } from './record-port.ts'

/** Logs are listed by the page: what is read together lies together. */
const BLOCK_LOGS = 128

const LOG = tableOf('log')({ key: ['project_id', 'timestamp_us', 'content_hash'], keep: ['id'] })
const NEW_LOG = appendedTo('log')([
  ...(['project_id', 'timestamp_us', 'content_hash', 'received_at', 'level', 'body', 'trace_id'] as const),
  ...(['span_id', 'release', 'environment', 'block_id', 'block_offset', 'block_length'] as const),
])

const encoder = new TextEncoder()

export function createLogPort(): RecordPort<LogRecord> {
  return {
    nameOf: ({ timestampUs, contentHash }) => `${timestampUs}:${contentHash}`,
    findKnown: (logs) => areKnown(LOG, logs.map(toKey)),
    prepare(logs) {
      const blocks = packBlocks(logs.map(withPayload), BLOCK_LOGS)
      return (counts) => storeLogs(logs, blocks, counts)
    },
  }
}

function* storeLogs(
  logs: readonly Arrived<LogRecord>[],
  blocks: readonly PackedBlock<Arrived<LogRecord>>[],
  counts: RecordCounts,
): Steps<Declined[]> {
  const placed = yield* storeBlocks(blocks)
  yield* insert(NEW_LOG, placed.map(toRow))
  for (const { of, place } of placed) counts.countStored(of.projectId, 'logs', 1, place.blockLength)
  for (const sum of sumLogs(logs)) counts.logs.push(sum)
  return []
}

function withPayload(member: Arrived<LogRecord>): WithPayload<Arrived<LogRecord>> {
  const { body, attributes } = member.record
  return { member, payload: encoder.encode(JSON.stringify({ body, attributes })) }
}

function toKey({ projectId, record }: Owned<LogRecord>) {
  return { project_id: projectId, timestamp_us: record.timestampUs, content_hash: record.contentHash }
}

function toRow({ of, place }: Placed<Arrived<LogRecord>>) {
  const { projectId, receivedAt, record } = of
  return {
    project_id: projectId,
    timestamp_us: record.timestampUs,
    content_hash: record.contentHash,
    received_at: receivedAt,
    level: record.level,
    body: startOf(record.body),
    trace_id: record.traceId,
    span_id: record.spanId,
    release: record.release,
    environment: record.environment,
    ...placeColumns(place),
  }
}

/** The text never ends in half of a character. */
function startOf(body: string): string {
  if (body.length <= limits.logStartChars) return body
  return body.slice(0, limits.logStartChars).replace(/[\ud800-\udbff]$/, '')
}

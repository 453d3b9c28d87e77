import type { DatabaseSync } from 'node:sqlite'
import type { MetricRecord } from '#server/processing/record.ts'
import { packBlocks, placeMembers } from '#server/store/engine/payload-blocks.ts'
import type { BlockStore, RecordPort } from './record-port.ts'

/** Attributes are short and much alike, and are read a series at a time. */
const BLOCK_METRICS = 256

const encoder = new TextEncoder()

export function createMetricPort(
  connection: DatabaseSync,
  { insertBlock, countStored }: BlockStore,
): RecordPort<MetricRecord> {
  const find = connection.prepare(
    'select 1 from metric where project_id = ? and name = ? and timestamp_us = ? and content_hash = ?',
  )
  const insert = connection.prepare(`
    insert into metric (project_id, name, timestamp_us, content_hash, received_at, type, value, unit, trace_id,
      span_id, release, environment, block_id, block_offset, block_length)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  return {
    nameOf: ({ name, timestampUs, contentHash }) => `${timestampUs}:${contentHash}:${name}`,
    isKnown: (projectId, { name, timestampUs, contentHash }) =>
      find.get(projectId, name, timestampUs, contentHash) !== undefined,
    prepare(metrics) {
      const withPayloads = metrics.map((member) => ({
        member,
        payload: encoder.encode(JSON.stringify(member.record.attributes)),
      }))
      const blocks = packBlocks(withPayloads, BLOCK_METRICS)
      return () => {
        placeMembers(blocks, insertBlock, ({ record, projectId, receivedAt }, place) => {
          insert.run(
            ...[projectId, record.name, record.timestampUs, record.contentHash, receivedAt, record.type],
            ...[record.value, record.unit, record.traceId, record.spanId, record.release],
            ...[record.environment, place.blockId, place.blockOffset, place.blockLength],
          )
          countStored(projectId, 'metrics', 1, place.blockLength)
        })
        return []
      }
    },
  }
}

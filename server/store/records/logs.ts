import type { DatabaseSync } from 'node:sqlite'
import type { LogRecord } from '#server/processing/record.ts'
import { limits } from '#server/protocol/limits.ts'
import { packBlocks, placeMembers, type WithPayload } from '#server/store/engine/payload-blocks.ts'
import { sumLogs } from './log-hours.ts'
import type { Arrived, BlockStore, RecordPort } from './record-port.ts'

/** Logs are listed by the page: what is read together lies together. */
const BLOCK_LOGS = 128

const encoder = new TextEncoder()

export function createLogPort(
  connection: DatabaseSync,
  { insertBlock, countStored }: BlockStore,
): RecordPort<LogRecord> {
  const find = connection.prepare(
    'select 1 from log where project_id = ? and timestamp_us = ? and content_hash = ?',
  )
  const insert = connection.prepare(`
    insert into log (project_id, timestamp_us, content_hash, received_at, level, body, trace_id, span_id, release,
      environment, block_id, block_offset, block_length)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  return {
    nameOf: ({ timestampUs, contentHash }) => `${timestampUs}:${contentHash}`,
    isKnown: (projectId, { timestampUs, contentHash }) =>
      find.get(projectId, timestampUs, contentHash) !== undefined,
    prepare(logs) {
      const blocks = packBlocks(logs.map(withPayload), BLOCK_LOGS)
      return (counts) => {
        placeMembers(blocks, insertBlock, ({ record, projectId, receivedAt }, place) => {
          insert.run(
            ...[projectId, record.timestampUs, record.contentHash, receivedAt, record.level],
            ...[startOf(record.body), record.traceId, record.spanId, record.release, record.environment],
            ...[place.blockId, place.blockOffset, place.blockLength],
          )
          countStored(projectId, 'logs', 1, place.blockLength)
        })
        for (const sum of sumLogs(logs)) counts.logs.push(sum)
        return []
      }
    },
  }
}

function withPayload(member: Arrived<LogRecord>): WithPayload<Arrived<LogRecord>> {
  const { body, attributes } = member.record
  return { member, payload: encoder.encode(JSON.stringify({ body, attributes })) }
}

/** The text never ends in half of a character. */
function startOf(body: string): string {
  if (body.length <= limits.logStartChars) return body
  return body.slice(0, limits.logStartChars).replace(/[\ud800-\udbff]$/, '')
}

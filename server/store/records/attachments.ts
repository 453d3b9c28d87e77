import type { DatabaseSync } from 'node:sqlite'
import type { AttachmentRecord } from '#server/processing/record.ts'
import { limits } from '#server/protocol/limits.ts'
import { hashOf, writeAttachments } from '#server/store/maintenance/attachment-files.ts'
import type { Arrived, Declined, RecordPort } from './record-port.ts'

const TOO_MANY = 'Cannot store attachment: its event has too many attachments'

/** Files first, rows after: a file without a row is swept, a row without a file would be a promise broken. */
export function createAttachmentPort(connection: DatabaseSync, folder: string): RecordPort<AttachmentRecord> {
  const find = connection.prepare(
    'select 1 from attachment where project_id = ? and event_id = ? and sha256 = ? and filename = ?',
  )
  const sum = connection.prepare(`
    select count(*) as count, coalesce(sum(size_bytes), 0) as bytes from attachment
    where project_id = ? and event_id = ?`)
  const insert = connection.prepare(`
    insert into attachment (project_id, event_id, sha256, filename, content_type, attachment_type, size_bytes,
      received_at)
    values (?, ?, ?, ?, ?, ?, ?, ?)`)
  const hashes = new WeakMap<AttachmentRecord, string>()

  function hashOfRecord(record: AttachmentRecord): string {
    const sha256 = hashes.get(record) ?? record.sha256 ?? hashOf(record.bytes)
    hashes.set(record, sha256)
    return sha256
  }

  /** Those that fit beside what their event has already. */
  function split(arrived: Arrived<AttachmentRecord>[]) {
    const totals = new Map<string, { count: number; bytes: number }>()
    const kept: Arrived<AttachmentRecord>[] = []
    const surplus: Declined[] = []
    for (const each of arrived) {
      const { projectId, record } = each
      const name = `${projectId}:${record.eventId}`
      const stored = sum.get(projectId, record.eventId)
      const total = totals.get(name) ?? { count: Number(stored?.count), bytes: Number(stored?.bytes) }
      totals.set(name, total)
      const fits =
        total.count < limits.attachmentsPerEvent &&
        total.bytes + record.bytes.length <= limits.attachmentBytesPerEvent
      if (fits) {
        total.count++
        total.bytes += record.bytes.length
        kept.push(each)
      } else surplus.push({ of: each, outcome: 'invalid', reason: 'too_many_attachments', detail: TOO_MANY })
    }
    return { kept, surplus }
  }

  return {
    nameOf: (record) => `${record.eventId}:${hashOfRecord(record)}:${record.filename}`,
    isKnown: (projectId, record) =>
      find.get(projectId, record.eventId, hashOfRecord(record), record.filename) !== undefined,
    prepare(arrived) {
      const { kept, surplus } = split(arrived)
      writeAttachments(
        folder,
        kept.map(({ record }) => ({ sha256: hashOfRecord(record), bytes: record.bytes })),
      )
      return () => {
        for (const { record, projectId, receivedAt } of kept) {
          insert.run(
            ...[projectId, record.eventId, hashOfRecord(record), record.filename, record.contentType],
            ...[record.attachmentType, record.bytes.length, receivedAt],
          )
        }
        return surplus
      }
    },
  }
}

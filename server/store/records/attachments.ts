import type { AttachmentRecord } from '#server/processing/record.ts'
import { limits } from '#server/protocol/limits.ts'
import { hashOf, sha1Of } from '#server/store/maintenance/attachment-files.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, insert, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo, tableOf } from '#server/store/rows/table.ts'
import { areKnown } from './known-rows.ts'
import type { Arrived, Declined, Owned, RecordPort } from './record-port.ts'

/** Writes attachments durably to the place where they stay. */
export type WriteFiles = (files: readonly { sha256: string; bytes: Uint8Array }[]) => void

const TOO_MANY = 'Cannot store attachment: its event has too many attachments'

const ATTACHMENT = tableOf('attachment')({
  key: ['project_id', 'event_id', 'sha256', 'filename'],
  keep: ['id'],
})
const NEW_ATTACHMENT = appendedTo('attachment')([
  ...(['project_id', 'event_id', 'sha256', 'filename', 'content_type', 'attachment_type'] as const),
  ...(['size_bytes', 'received_at', 'sha1'] as const),
])
const SUM = queryOf({ project_id: 'integer', event_id: 'text' })<{ quantity: number; bytes: number }>(`
  select count(*) as quantity, coalesce(sum(size_bytes), 0) as bytes from attachment
  where project_id = :project_id and event_id = :event_id`)

/**
 * Files are written before their rows: a file without a row is swept, but a row without its file would be a loss. Files that
 * turn out to be too many for their event are written as well, because only the transaction knows how many the event has.
 * They take space until the next sweep. Ingest refuses bodies when disk space is scarce (disk-share.ts), whatever they hold.
 */
export function createAttachmentPort(writeFiles: WriteFiles): RecordPort<AttachmentRecord> {
  const hashes = new WeakMap<AttachmentRecord, string>()

  function hashOfRecord(record: AttachmentRecord): string {
    const sha256 = hashes.get(record) ?? record.sha256 ?? hashOf(record.bytes)
    hashes.set(record, sha256)
    return sha256
  }

  function toKey({ projectId, record }: Owned<AttachmentRecord>) {
    const { eventId, filename } = record
    return { project_id: projectId, event_id: eventId, sha256: hashOfRecord(record), filename }
  }

  function toRow(arrived: Arrived<AttachmentRecord>) {
    const { contentType, attachmentType, bytes } = arrived.record
    const kind = { content_type: contentType, attachment_type: attachmentType }
    const { sha1 = null } = arrived.record
    return { ...toKey(arrived), ...kind, size_bytes: bytes.length, received_at: arrived.receivedAt, sha1 }
  }

  function* store(arrived: readonly Arrived<AttachmentRecord>[]): Steps<Declined[]> {
    const { kept, surplus } = yield* split(arrived)
    yield* insert(NEW_ATTACHMENT, kept.map(toRow))
    return surplus
  }

  return {
    nameOf: (record) => `${record.eventId}:${hashOfRecord(record)}:${record.filename}`,
    findKnown: (attachments) => areKnown(ATTACHMENT, attachments.map(toKey)),
    prepare(arrived) {
      for (const { record } of arrived) record.sha1 ??= sha1Of(record.bytes) // large ones take milliseconds, which no transaction should wait for
      writeFiles(arrived.map(({ record }) => ({ sha256: hashOfRecord(record), bytes: record.bytes })))
      return () => store(arrived)
    },
  }
}

interface Total {
  quantity: number
  bytes: number
}

/** Separates the attachments that fit beside those of their event from the surplus. */
function* split(arrived: readonly Arrived<AttachmentRecord>[]) {
  const totals = yield* readTotals(arrived)
  const kept: Arrived<AttachmentRecord>[] = []
  const surplus: Declined[] = []
  for (const each of arrived) {
    const total = totals.get(eventOf(each)) ?? { quantity: 0, bytes: 0 }
    const bytes = total.bytes + each.record.bytes.length
    if (total.quantity < limits.attachmentsPerEvent && bytes <= limits.attachmentBytesPerEvent) {
      totals.set(eventOf(each), { quantity: total.quantity + 1, bytes })
      kept.push(each)
    } else surplus.push({ of: each, outcome: 'invalid', reason: 'too_many_attachments', detail: TOO_MANY })
  }
  return { kept, surplus }
}

/** The number and bytes of attachments that each event has, by the event's name. */
function* readTotals(arrived: readonly Arrived<AttachmentRecord>[]): Steps<Map<string, Total>> {
  const events = new Map(
    arrived.map((each) => [eventOf(each), { project_id: each.projectId, event_id: each.record.eventId }]),
  )
  const sums = yield* ask(SUM, [...events.values()])
  return new Map(
    [...events.keys()].map((name, place) => [name, sums[place]?.[0] ?? { quantity: 0, bytes: 0 }]),
  )
}

function eventOf({ projectId, record }: Arrived<AttachmentRecord>): string {
  return `${projectId}:${record.eventId}`
}

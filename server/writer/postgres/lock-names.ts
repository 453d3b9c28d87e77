import type { StoredRecord } from '#server/processing/record.ts'
import type { BatchEntry } from '#server/writer/batch/entry.ts'
import type { PreparedBatch } from '#server/writer/batch/prepare.ts'

/** Names the contents of batches that another process could be storing at this moment. */
export function namesInBatches(batches: readonly PreparedBatch[]): string[] {
  return batches.flatMap(({ events, spans, records }) => [
    ...events.flatMap(({ members }) => members.map(({ of }) => nameEvent(of.projectId, of.eventId))),
    ...spans.blocks.flatMap(({ members }) => members.map(({ of }) => nameTrace(of.projectId, of.traceId))),
    ...records.flatMap(({ projectId, record }) => nameRecord(projectId, record) ?? []),
  ])
}

export function namesInEntries(entries: readonly BatchEntry[]): string[] {
  return entries.flatMap(({ projectId, event, spans, records }) => [
    ...(event ? [nameEvent(projectId, event.event.event_id)] : []),
    ...new Set(spans.map(({ traceId }) => nameTrace(projectId, traceId))),
    ...records.flatMap((record) => nameRecord(projectId, record) ?? []),
  ])
}

function nameEvent(projectId: number, eventId: string): string {
  return `event ${projectId} ${eventId}`
}

function nameTrace(projectId: number, traceId: string): string {
  return `trace ${projectId} ${traceId}`
}

/**
 * Records that change the same rows have the same name: those of a session, the attachments of an event, and the check-ins of
 * a project, whose number of monitors is limited.
 */
function nameRecord(projectId: number, record: StoredRecord): string | undefined {
  switch (record.kind) {
    case 'log':
      return `log ${projectId} ${record.timestampUs} ${record.contentHash}`
    case 'metric':
      return `metric ${projectId} ${record.name} ${record.timestampUs} ${record.contentHash}`
    case 'session':
      return `session ${projectId} ${record.sessionId}`
    case 'session_counts':
      return undefined // they are only added up
    case 'feedback':
      return `feedback ${projectId} ${record.feedbackId}`
    case 'check_in':
      return `monitors ${projectId}`
    case 'attachment':
      return `attachments ${projectId} ${record.eventId}`
  }
}

import type { DatabaseSync } from 'node:sqlite'
import type { FeedbackRecord } from '#server/processing/record.ts'
import type { RecordPort } from './record-port.ts'

export function createFeedbackPort(connection: DatabaseSync): RecordPort<FeedbackRecord> {
  const find = connection.prepare('select 1 from feedback where project_id = ? and feedback_id = ?')
  const insert = connection.prepare(`
    insert into feedback (project_id, feedback_id, event_id, timestamp, received_at, message, name, email, url, source,
      trace_id, release, environment)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  return {
    nameOf: ({ feedbackId }) => feedbackId,
    isKnown: (projectId, { feedbackId }) => find.get(projectId, feedbackId) !== undefined,
    prepare: (arrived) => () => {
      for (const { record, projectId, receivedAt } of arrived) {
        insert.run(
          ...[projectId, record.feedbackId, record.eventId, record.timestamp, receivedAt, record.message],
          ...[record.name, record.email, record.url, record.source, record.traceId, record.release],
          record.environment,
        )
      }
      return []
    },
  }
}

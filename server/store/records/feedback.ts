import type { FeedbackRecord } from '#server/processing/record.ts'
import { insert, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo, tableOf } from '#server/store/rows/table.ts'
import { areKnown } from './known-rows.ts'
import type { Arrived, Declined, RecordPort } from './record-port.ts'

const FEEDBACK = tableOf('feedback')({ key: ['project_id', 'feedback_id'], keep: ['id'] })
const NEW_FEEDBACK = appendedTo('feedback')([
  ...(['project_id', 'feedback_id', 'event_id', 'timestamp', 'received_at', 'message', 'name'] as const),
  ...(['email', 'url', 'source', 'trace_id', 'release', 'environment'] as const),
])

export function createFeedbackPort(): RecordPort<FeedbackRecord> {
  return {
    nameOf: ({ feedbackId }) => feedbackId,
    findKnown: (feedback) =>
      areKnown(
        FEEDBACK,
        feedback.map(({ projectId, record }) => ({ project_id: projectId, feedback_id: record.feedbackId })),
      ),
    prepare: (arrived) => () => storeFeedback(arrived),
  }
}

function* storeFeedback(arrived: readonly Arrived<FeedbackRecord>[]): Steps<Declined[]> {
  yield* insert(NEW_FEEDBACK, arrived.map(toRow))
  return []
}

function toRow({ record, projectId, receivedAt }: Arrived<FeedbackRecord>) {
  const { kind: _itsTable, feedbackId, eventId, traceId, ...columns } = record
  const ids = { project_id: projectId, feedback_id: feedbackId, event_id: eventId, trace_id: traceId }
  return { ...columns, ...ids, received_at: receivedAt }
}

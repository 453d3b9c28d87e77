import { type Answer, type ApiRequest, answer } from '#server/api/answer.ts'
import { findTrace } from './traces.ts'

/** How much a trace has, which clients ask before they show it: names of Sentry's `trace-meta`. */
export async function getTraceMeta(request: ApiRequest): Promise<Answer> {
  const trace = await findTrace(request)
  if ('status' in trace) return trace
  const { spans, looseErrors } = trace
  const segments = spans.filter(({ isSegment }) => isSegment)
  const bySegment = Map.groupBy(spans, ({ segmentId }) => segmentId)
  const byOp = Map.groupBy(spans, ({ op }) => op)
  return answer({
    errors: looseErrors.length + spans.reduce((sum, { errors }) => sum + errors.length, 0),
    performance_issues: 0, // no issues are made of spans
    span_count: spans.length,
    span_count_map: Object.fromEntries([...byOp].map(([op, group]) => [op, group.length])),
    transaction_child_count_map: segments.map(({ spanId, eventId }) => ({
      'transaction.event_id': eventId,
      'count()': (bySegment.get(spanId) ?? []).length,
    })),
  })
}

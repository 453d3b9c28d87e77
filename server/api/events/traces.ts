import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { formatTitle } from '#server/api/title.ts'
import type { TraceError, TraceSpan } from '#server/models/traces/traces.ts'
import { isHexId } from './hex-id.ts'

/**
 * Returns a trace's spans, each with its children below it, and the errors on them; errors of spans that are not stored
 * are beside the topmost. Field names are those of `organizations/<organization>/trace/<trace id>/` in Sentry; `side`
 * is ours.
 */
export async function getTrace({ desk, params }: ApiRequest): Promise<Answer> {
  const { traceId = '' } = params
  if (!isHexId(traceId)) {
    return refuse(400, 'Cannot show the trace: its id must be 32 hexadecimal characters')
  }
  if (!isOurOrganization(params)) {
    return refuse(404, 'Cannot show the trace: the only organization is "desk"')
  }
  const trace = await desk.traces.read(traceId)
  if (trace.spans.length === 0 && trace.looseErrors.length === 0) {
    return refuse(404, 'Cannot show the trace: there is no such trace')
  }
  const nodes = nest(trace.traceId, trace.spans)
  return answer(
    [...nodes, ...trace.looseErrors.map(toErrorNode)],
    trace.isWhole ? {} : { 'x-trace-truncated': 'true' },
  )
}

type Node = ReturnType<typeof toNode>

/** Each span comes after its ancestors. */
function nest(traceId: string, spans: TraceSpan[]): Node[] {
  const nameById = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  const roots: Node[] = []
  const above: Node[] = []
  for (const span of spans) {
    const segmentName = span.isSegment ? span.name : nameById.get(span.segmentId ?? '')
    const node = toNode(traceId, span, segmentName ?? null)
    above.length = span.depth
    const parent = above.at(-1)
    if (parent) parent.children.push(node)
    else roots.push(node)
    above.push(node)
  }
  return roots
}

function toNode(traceId: string, span: TraceSpan, transaction: string | null) {
  const children: { children: unknown[] }[] = []
  return {
    event_type: 'span',
    event_id: span.eventId ?? span.spanId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId,
    trace_id: traceId,
    project_id: span.projectId,
    project_slug: span.projectSlug,
    transaction,
    is_transaction: span.isSegment,
    op: span.op,
    description: span.name,
    side: span.side,
    status: span.status,
    start_timestamp: span.startUs / 1e6,
    end_timestamp: (span.startUs + span.durationUs) / 1e6,
    duration: span.durationUs / 1e3,
    release: span.release,
    environment: span.environment,
    data: span.data,
    ...(span.measurements ? { measurements: span.measurements } : {}),
    errors: span.errors.map(toError),
    children,
  }
}

function toErrorNode(error: TraceError) {
  return { ...toError(error), errors: [], children: [] }
}

function toError(error: TraceError) {
  return {
    event_type: 'error',
    event_id: error.eventId,
    issue_id: error.issueId,
    project_id: error.projectId,
    project_slug: error.projectSlug,
    span_id: error.spanId,
    level: error.level,
    title: formatTitle(error),
    timestamp: error.timestamp / 1e3,
  }
}

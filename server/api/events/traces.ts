import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { formatTitle } from '#server/api/title.ts'
import type { TraceError, TraceListing, TraceSpan } from '#server/models/traces/traces.ts'
import { isHexId } from './hex-id.ts'

/**
 * Returns a trace's spans, each with its children below it, and the errors on them; errors of spans that are not stored
 * are beside the topmost. Field names are those of `organizations/<organization>/trace/<trace id>/` in Sentry; `side`
 * is ours.
 */
export async function getTrace(request: ApiRequest): Promise<Answer> {
  const trace = await findTrace(request)
  if ('status' in trace) return trace
  const nodes = nest(trace.traceId, trace.spans)
  return answer(
    [...nodes, ...trace.looseErrors.map(toErrorNode)],
    trace.isWhole ? {} : { 'x-trace-truncated': 'true' },
  )
}

/** Reads the trace that an address names, or refuses. */
export async function findTrace({ desk, params }: ApiRequest): Promise<TraceListing | Answer> {
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
  return trace
}

type Node = ReturnType<typeof toNode>

/** Each span comes after its ancestors. */
function nest(traceId: string, spans: TraceSpan[]): Node[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const roots: Node[] = []
  const above: Node[] = []
  for (const span of spans) {
    const segment = span.isSegment ? span : byId.get(span.segmentId ?? '')
    const node = toNode(traceId, span, segment)
    above.length = span.depth
    const parent = above.at(-1)
    if (parent) parent.children.push(node)
    else roots.push(node)
    above.push(node)
  }
  return roots
}

function toNode(traceId: string, span: TraceSpan, segment: TraceSpan | undefined) {
  const children: { children: unknown[] }[] = []
  return {
    event_type: 'span',
    event_id: span.eventId ?? span.spanId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId,
    trace_id: traceId,
    project_id: span.projectId,
    project_slug: span.projectSlug,
    transaction: segment?.name ?? null,
    transaction_id: segment?.eventId ?? span.segmentId ?? span.spanId,
    is_transaction: span.isSegment,
    op: span.op,
    name: span.name,
    description: span.name,
    side: span.side,
    status: span.status,
    start_timestamp: span.startUs / 1e6,
    end_timestamp: (span.startUs + span.durationUs) / 1e6,
    duration: span.durationUs / 1e3,
    release: span.release,
    environment: span.environment,
    data: span.data,
    ...(span.measurements && { measurements: toNumbers(span.measurements) }),
    errors: span.errors.map(toError),
    occurrences: [],
    children,
  }
}

/** Sentry's clients read numbers; the units are those of the names. */
function toNumbers(measurements: NonNullable<TraceSpan['measurements']>): Record<string, number> {
  return Object.fromEntries(Object.entries(measurements).map(([name, { value }]) => [name, value]))
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

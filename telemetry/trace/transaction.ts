import type { Contexts, TelemetryEvent } from '../errors/event.ts'
import { normalizeData } from '../errors/normalize.ts'
import { applyScope, type Scope } from '../scope/scope.ts'
import type { Measurements, Span, SpanData, TransactionSource } from './span.ts'

/** A root and its spans as they are sent. Times are seconds since the epoch. */
export interface TransactionEvent
  extends Omit<TelemetryEvent, 'breadcrumbs' | 'contexts' | 'exception' | 'extra' | 'message'> {
  type: 'transaction'
  transaction: string
  transaction_info: { source: TransactionSource }
  start_timestamp: number
  contexts: Contexts & { trace: TraceContext }
  spans: SpanPayload[]
  measurements?: Measurements
  breadcrumbs?: undefined
  extra?: undefined
}

/** How an event or a transaction says where in a trace it stands; errors need only the ids. */
export interface TraceContext extends Record<string, unknown> {
  trace_id: string
  span_id: string
  parent_span_id?: string | undefined
  op?: string
  status?: string
  origin?: string
  data?: Record<string, unknown>
}

export interface SpanPayload extends TraceContext {
  description: string
  start_timestamp: number
  timestamp: number
}

/**
 * The finished spans of a root that has ended; those still open are left out, for nobody could say how
 * long they took.
 */
export function toTransaction(root: Span, eventId: string, scope: Scope): TransactionEvent {
  const { spans, source, measurements } = root.trace
  const { start_timestamp, timestamp, description, ...trace } = toPayload(root)
  return {
    ...applyScope(scope, { event_id: eventId, timestamp, level: 'info', contexts: { trace } }),
    // An error needs these; of a transaction they would be most of its size.
    breadcrumbs: undefined,
    extra: undefined,
    type: 'transaction',
    transaction: description,
    transaction_info: { source },
    start_timestamp,
    // The root is the first.
    spans: spans
      .slice(1)
      .filter((span) => span.endTimeMs)
      .map(toPayload),
    measurements,
  } as TransactionEvent // its contexts are the scope's and `trace`
}

/** Visitors follow dead links, and robots guess: how long it takes to find nothing is not worth keeping. */
export function isNotFound({ contexts }: TransactionEvent): boolean {
  return contexts.trace.data?.['http.response.status_code'] === 404
}

/** The ids alone: all that an error needs to be found in its trace. */
export function toTraceContext({ context }: SpanData): TraceContext {
  const { traceId, spanId, parentSpanId } = context
  return { trace_id: traceId, span_id: spanId, parent_span_id: parentSpanId }
}

function toPayload(span: SpanData): SpanPayload {
  return {
    ...toTraceContext(span),
    op: span.op,
    description: span.name,
    start_timestamp: span.startTimeMs / 1000,
    timestamp: Number(span.endTimeMs) / 1000, // it has ended
    status: span.status ?? 'ok',
    origin: 'manual',
    // Whatever their type says, attributes may be anything at run time.
    data: normalizeData(span.attributes) as Record<string, unknown>, // a record stays one
  }
}

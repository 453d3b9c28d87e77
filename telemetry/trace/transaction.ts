import type { Contexts, TelemetryEvent } from '../errors/event.ts'
import { normalizeData } from '../errors/normalize.ts'
import { applyScope, type Scope } from '../scope/scope.ts'
import type { Measurements, Span, SpanData, TransactionSource } from './span.ts'

/** A root and its spans on the wire. Times are seconds since the epoch. */
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

/** The trace of an event or a transaction. Errors only need the ids. */
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
 * Converts a root that has ended with its finished spans. Spans that are still open are left out, since
 * nobody knows their duration.
 */
export function toTransaction(root: Span, eventId: string, scope: Scope): TransactionEvent {
  const { spans, source, measurements } = root.trace
  const { start_timestamp, timestamp, description, ...trace } = toPayload(root)
  return {
    ...applyScope(scope, { event_id: eventId, timestamp, level: 'info', contexts: { trace } }),
    // An error needs these. They would be most of a transaction's size.
    breadcrumbs: undefined,
    extra: undefined,
    type: 'transaction',
    transaction: description,
    transaction_info: { source },
    start_timestamp,
    // The first span is the root.
    spans: spans
      .slice(1)
      .filter((span) => span.endTimeMs)
      .map(toPayload),
    measurements,
  } as TransactionEvent // Its contexts are those of the scope, and `trace`.
}

/**
 * Visitors follow dead links, and robots guess addresses. The time that it takes to find nothing is not
 * worth recording.
 */
export function isNotFound({ contexts }: TransactionEvent): boolean {
  return contexts.trace.data?.['http.response.status_code'] === 404
}

/** Returns only the ids, which are enough to find an error in its trace. */
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
    timestamp: Number(span.endTimeMs) / 1000, // The filter above makes sure that it has ended.
    status: span.status ?? 'ok',
    origin: 'manual',
    // Attributes can be anything at run time, whatever their type says.
    data: normalizeData(span.attributes) as Record<string, unknown>, // A normalized record is still a record.
  }
}

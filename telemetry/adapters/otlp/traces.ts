import type { SpanPayload, TransactionEvent } from '../../trace/transaction.ts'
import { instrumentationScope, type KeyValue, type Resource, toAttributes, toUnixNano } from './values.ts'

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
export interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: KeyValue[]
  droppedAttributesCount: number
  events: never[]
  droppedEventsCount: number
  status: { code: number; message?: string | undefined }
  links: never[]
  droppedLinksCount: number
  flags: number
}

export interface OtlpTraces {
  resourceSpans: {
    resource: Resource
    scopeSpans: { scope: typeof instrumentationScope; spans: OtlpSpan[] }[]
  }[]
}

/** The root span comes first, then all spans below it. */
export function toOtlpTraces(transaction: TransactionEvent, resource: Resource): OtlpTraces {
  const { contexts, spans, start_timestamp, timestamp, tags = {}, user = {}, request = {} } = transaction
  const root: SpanPayload = {
    ...contexts.trace,
    description: transaction.transaction,
    start_timestamp,
    timestamp,
    data: {
      ...contexts.trace.data,
      ...prefixed('user.', { ...user }),
      'url.full': request.url,
      ...prefixed('tags.', tags),
      ...prefixed('measurements.', transaction.measurements ?? {}, ({ value }) => value),
    },
  }
  const scopeSpans = [
    { scope: instrumentationScope, spans: [toSpan(root, true), ...spans.map((span) => toSpan(span, false))] },
  ]
  return { resourceSpans: [{ resource, scopeSpans }] }
}

// SpanKind: internal, server, client, producer, consumer.
const kinds = [
  { kind: 2, op: /^http\.server/ },
  { kind: 3, op: /^(http\.client|db|rpc)/ },
  { kind: 4, op: /^queue\.publish/ },
  { kind: 5, op: /^queue\.process/ },
]

const SAMPLED = 0x01
const HAS_IS_REMOTE = 0x100
const IS_REMOTE = 0x200

function toSpan(span: SpanPayload, isRoot: boolean): OtlpSpan {
  const { trace_id, span_id, parent_span_id, op = '', status, data } = span
  return {
    traceId: trace_id,
    spanId: span_id,
    parentSpanId: parent_span_id,
    name: span.description,
    kind: kinds.find((each) => each.op.test(op))?.kind ?? 1,
    startTimeUnixNano: toUnixNano(span.start_timestamp),
    endTimeUnixNano: toUnixNano(span.timestamp),
    attributes: toAttributes({ 'sentry.op': op || undefined, ...data }),
    droppedAttributesCount: 0,
    events: [],
    droppedEventsCount: 0,
    status: toStatus(status),
    links: [],
    droppedLinksCount: 0,
    // The parent of a root span is in another process.
    flags: SAMPLED | HAS_IS_REMOTE | (isRoot && parent_span_id ? IS_REMOTE : 0),
  }
}

/** A status is unset, ok, or an error with a message. */
function toStatus(status: string | undefined): OtlpSpan['status'] {
  if (status === undefined) return { code: 0 }
  return status === 'ok' ? { code: 1 } : { code: 2, message: status }
}

function prefixed<Value>(
  prefix: string,
  record: Record<string, Value>,
  read: (value: Value) => unknown = (value) => value,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [prefix + key, read(value)]))
}

import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'

// Requests as OpenTelemetry's own exporters write them, of spans and log records as its SDK hands them over.

type Spans = Parameters<typeof JsonTraceSerializer.serializeRequest>[0]
type Logs = Parameters<typeof JsonLogsSerializer.serializeRequest>[0]

export const OTEL_TRACE = 'abcdef0123456789abcdef0123456789'
const START_SECONDS = 1_790_000_000

export interface SpanParts {
  spanId: string
  parentSpanId?: string
  isRemote?: boolean
  name?: string
  /** The API counts from internal = 0: server, client, producer, consumer. */
  kind?: number
  attributes?: Record<string, unknown>
  status?: { code: number; message?: string }
  events?: { name: string; attributes: Record<string, unknown> }[]
}

const resource = {
  attributes: {
    'service.name': 'shop',
    'service.version': '1.4.0',
    'deployment.environment.name': 'staging',
    'telemetry.sdk.language': 'nodejs',
    'host.name': 'web-1',
  },
}
const instrumentationScope = { name: '@opentelemetry/instrumentation-http', version: '0.301.0' }

function toReadableSpan(parts: SpanParts) {
  const { spanId, parentSpanId, isRemote = false, name = 'GET /cart', kind = 0, attributes = {} } = parts
  const { status = { code: 0 }, events = [] } = parts
  const spanContext = { traceId: OTEL_TRACE, spanId, traceFlags: 1 }
  return {
    name,
    kind,
    spanContext: () => spanContext,
    ...(parentSpanId === undefined
      ? {}
      : { parentSpanContext: { traceId: OTEL_TRACE, spanId: parentSpanId, traceFlags: 1, isRemote } }),
    startTime: [START_SECONDS, 500_000_001],
    endTime: [START_SECONDS, 750_000_000],
    duration: [0, 249_999_999],
    ended: true,
    status,
    attributes,
    links: [
      { context: { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), traceFlags: 1 }, attributes: { a: 1 } },
    ],
    events: events.map((event) => ({ ...event, time: [START_SECONDS, 600_000_000] })),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    resource,
    instrumentationScope,
  }
}

export interface LogParts {
  body?: unknown
  severityNumber?: number
  attributes?: Record<string, unknown>
  spanId?: string
}

function toReadableLog({ body = 'cart is empty', severityNumber = 13, attributes = {}, spanId }: LogParts) {
  return {
    hrTime: [START_SECONDS, 500_000_000],
    hrTimeObserved: [START_SECONDS, 500_000_000],
    severityNumber,
    body,
    attributes,
    droppedAttributesCount: 0,
    ...(spanId === undefined ? {} : { spanContext: { traceId: OTEL_TRACE, spanId, traceFlags: 1 } }),
    resource,
    instrumentationScope,
  }
}

export const ENCODINGS = ['application/json', 'application/x-protobuf'] as const
export type Encoding = (typeof ENCODINGS)[number]

export function anOtlpTrace(spans: SpanParts[], encoding: Encoding): Uint8Array {
  const serializer = encoding === 'application/json' ? JsonTraceSerializer : ProtobufTraceSerializer
  return bytesOf(serializer.serializeRequest(spans.map(toReadableSpan) as unknown as Spans)) // all that it reads
}

export function anOtlpLog(logs: LogParts[], encoding: Encoding): Uint8Array {
  const serializer = encoding === 'application/json' ? JsonLogsSerializer : ProtobufLogsSerializer
  return bytesOf(serializer.serializeRequest(logs.map(toReadableLog) as unknown as Logs)) // all that it reads
}

function bytesOf(body: Uint8Array | undefined): Uint8Array {
  if (body) return body
  throw new Error('Cannot write OTLP: the exporter gave nothing')
}

import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'

// Requests as OpenTelemetry's own exporters write them, of spans and log records as its SDK hands them over.

type Spans = Parameters<typeof JsonTraceSerializer.serializeRequest>[0]
type Metrics = Parameters<typeof JsonMetricsSerializer.serializeRequest>[0]
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

/** A metric as the SDK hands it over: https://github.com/open-telemetry/opentelemetry-js `sdk-metrics`. */
export interface MetricParts {
  name?: string
  unit?: string
  /** Gauge, sum or histogram, as the SDK's `DataPointType` counts them. */
  dataPointType: 'histogram' | 'exponential' | 'gauge' | 'sum'
  isCumulative?: boolean
  isMonotonic?: boolean
  value: unknown
  attributes?: Record<string, unknown>
}

const POINT_TYPES = { histogram: 0, exponential: 1, gauge: 2, sum: 3 } as const

export function anOtlpMetric(metrics: MetricParts[], encoding: Encoding): Uint8Array {
  const serializer = encoding === 'application/json' ? JsonMetricsSerializer : ProtobufMetricsSerializer
  const request = {
    resource,
    scopeMetrics: [{ scope: instrumentationScope, metrics: metrics.map(toMetricData) }],
  }
  return bytesOf(serializer.serializeRequest(request as unknown as Metrics)) // all that it reads
}

function toMetricData(parts: MetricParts) {
  const { name = 'cart.size', unit = '{item}', dataPointType, isCumulative = false } = parts
  const { isMonotonic = true, value, attributes = { route: '/cart' } } = parts
  return {
    descriptor: { name, description: '', unit, type: 'GAUGE', valueType: 1 },
    aggregationTemporality: isCumulative ? 1 : 0,
    dataPointType: POINT_TYPES[dataPointType],
    isMonotonic,
    dataPoints: [
      { startTime: [START_SECONDS - 60, 0], endTime: [START_SECONDS, 500_000_000], attributes, value },
    ],
  }
}

function bytesOf(body: Uint8Array | undefined): Uint8Array {
  if (body) return body
  throw new Error('Cannot write OTLP: the exporter gave nothing')
}

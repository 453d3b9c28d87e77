import { JsonLogsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { OtlpLogRecord, OtlpLogs } from '#telemetry/adapters/otlp/logs.ts'
import type { OtlpSpan, OtlpTraces } from '#telemetry/adapters/otlp/traces.ts'
import type { AnyValue, KeyValue, Resource } from '#telemetry/adapters/otlp/values.ts'

// A stand-in for a collector. OpenTelemetry publishes no reader of OTLP's JSON for JavaScript, but the
// writer that its own exporters use: what we sent is taken apart into its SDK's spans and log records, and
// written again by that. Where the two texts differ, we wrote something that OpenTelemetry would not.

type Spans = Parameters<typeof JsonTraceSerializer.serializeRequest>[0]
type Logs = Parameters<typeof JsonLogsSerializer.serializeRequest>[0]

/** The same request as OpenTelemetry's exporters write it. */
export function rewriteTraces(request: OtlpTraces): unknown {
  const spans = request.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const from = readResource(resource)
    return scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => ({ ...readSpan(span), resource: from, instrumentationScope: scope })),
    )
  })
  return decode(JsonTraceSerializer.serializeRequest(spans as unknown as Spans)) // all that it reads is there
}

export function rewriteLogs(request: OtlpLogs): unknown {
  const records = request.resourceLogs.flatMap(({ resource, scopeLogs }) => {
    const from = readResource(resource)
    return scopeLogs.flatMap(({ scope, logRecords }) =>
      logRecords.map((record) => ({ ...readLog(record), resource: from, instrumentationScope: scope })),
    )
  })
  return decode(JsonLogsSerializer.serializeRequest(records as unknown as Logs)) // all that it reads is there
}

function readSpan(span: OtlpSpan): object {
  const isRemote = (span.flags & 0x200) !== 0
  return {
    name: span.name,
    kind: span.kind - 1, // the API counts from internal = 0, the protocol from unspecified = 0
    spanContext: () => ({
      traceId: readId(span.traceId, 32),
      spanId: readId(span.spanId, 16),
      traceFlags: span.flags & 0xff,
    }),
    ...(span.parentSpanId !== undefined && {
      parentSpanContext: { spanId: readId(span.parentSpanId, 16), isRemote },
    }),
    startTime: readTime(span.startTimeUnixNano),
    endTime: readTime(span.endTimeUnixNano),
    status: span.status,
    attributes: readAttributes(span.attributes),
    links: span.links,
    events: span.events,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function readLog(record: OtlpLogRecord): object {
  return {
    hrTime: readTime(record.timeUnixNano),
    hrTimeObserved: readTime(record.observedTimeUnixNano),
    severityNumber: record.severityNumber,
    severityText: record.severityText,
    body: readValue(record.body),
    eventName: record.eventName,
    attributes: readAttributes(record.attributes),
    droppedAttributesCount: 0,
    ...(record.traceId !== undefined && {
      spanContext: {
        traceId: readId(record.traceId, 32),
        spanId: readId(record.spanId ?? '', 16),
        traceFlags: record.flags,
      },
    }),
  }
}

/** As `createExportTraceServiceRequest` groups by it, one object must stand for one resource. */
function readResource(resource: Resource): object {
  return { attributes: readAttributes(resource.attributes) }
}

function readAttributes(attributes: KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]))
}

function readValue(value: AnyValue): unknown {
  if ('stringValue' in value) return value.stringValue
  if ('boolValue' in value) return value.boolValue
  if ('intValue' in value) return value.intValue
  if ('doubleValue' in value) return value.doubleValue
  if ('arrayValue' in value) return value.arrayValue.values.map(readValue)
  return readAttributes(value.kvlistValue.values)
}

function readId(id: string, length: number): string {
  if (id.length === length && /^[0-9a-f]+$/.test(id)) return id
  throw new Error(`Cannot read OTLP id: ${id} is not ${length} hex characters`)
}

/** Seconds and nanoseconds. */
function readTime(nanos: string): [number, number] {
  const time = BigInt(nanos)
  return [Number(time / 1_000_000_000n), Number(time % 1_000_000_000n)]
}

const decode = (bytes: Uint8Array | undefined): unknown => JSON.parse(new TextDecoder().decode(bytes))

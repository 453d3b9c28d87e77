import type { Breadcrumb } from '../../errors/breadcrumbs.ts'
import type { TelemetryEvent } from '../../errors/event.ts'
import type { Level } from '../../errors/level.ts'
import { formatStacks } from '../stack-text.ts'
import {
  type AnyValue,
  instrumentationScope,
  type KeyValue,
  type Resource,
  toAnyValue,
  toAttributes,
  toUnixNano,
} from './values.ts'

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/logs/v1/logs.proto */
export interface OtlpLogRecord {
  timeUnixNano: string
  observedTimeUnixNano: string
  severityNumber: number
  severityText: string
  body: AnyValue
  eventName: string
  attributes: KeyValue[]
  droppedAttributesCount: number
  flags?: number
  traceId?: string
  spanId?: string
}

export interface OtlpLogs {
  resourceLogs: {
    resource: Resource
    scopeLogs: { scope: typeof instrumentationScope; logRecords: OtlpLogRecord[] }[]
  }[]
}

/**
 * Turns an event into log records: its breadcrumbs, oldest first, and then the event. They share the
 * event's id.
 */
export function toOtlpLogs(event: TelemetryEvent, resource: Resource): OtlpLogs {
  const toRecord = recordMaker(event)
  const logRecords = [
    ...(event.breadcrumbs?.values ?? []).map((crumb) => crumbRecord(crumb, toRecord)),
    eventRecord(event, toRecord),
  ]
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: instrumentationScope, logRecords }] }] }
}

// https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber
const severities: Record<Level, number> = { debug: 5, info: 9, warning: 13, error: 17, fatal: 21 }

interface RecordParts {
  timestamp: number
  level: Level
  name: string
  text: string
  attributes: Record<string, unknown>
}

type RecordMaker = (parts: RecordParts) => OtlpLogRecord

function recordMaker(event: TelemetryEvent): RecordMaker {
  const { trace_id: traceId, span_id: spanId } = event.contexts?.trace ?? {}
  return ({ timestamp, level, name, text, attributes }) => ({
    timeUnixNano: toUnixNano(timestamp),
    observedTimeUnixNano: toUnixNano(event.timestamp),
    severityNumber: severities[level] ?? severities.info,
    severityText: level.toUpperCase(),
    body: toAnyValue(text),
    eventName: name,
    attributes: toAttributes({ 'crumbtrail.event_id': event.event_id, ...attributes }),
    droppedAttributesCount: 0,
    ...(typeof traceId === 'string' && typeof spanId === 'string' && { flags: 1, traceId, spanId }),
  })
}

function crumbRecord(crumb: Breadcrumb, toRecord: RecordMaker): OtlpLogRecord {
  return toRecord({
    timestamp: crumb.timestamp,
    level: crumb.level ?? 'info',
    name: 'breadcrumb',
    text: crumb.message ?? crumb.category ?? '',
    attributes: {
      'breadcrumb.category': crumb.category,
      'breadcrumb.type': crumb.type,
      'breadcrumb.data': crumb.data,
    },
  })
}

/**
 * A record with `exception.*`, as in
 * https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/
 */
function eventRecord(event: TelemetryEvent, toRecord: RecordMaker): OtlpLogRecord {
  const { exception, request, user, contexts } = event
  const outermost = exception?.values.at(-1)
  const title = outermost && `${outermost.type}: ${outermost.value}`
  return toRecord({
    timestamp: event.timestamp,
    level: event.level,
    name: outermost ? 'exception' : 'message',
    text: title ?? event.message ?? '',
    attributes: {
      'exception.type': outermost?.type,
      'exception.message': outermost?.value,
      'exception.stacktrace': title && [title, ...formatStacks(event)].join('\n'),
      'exception.handled': outermost?.mechanism.handled,
      'error.digest': contexts?.error?.digest,
      'http.request.method': request?.method,
      'url.full': request?.url,
      'user.id': user?.id,
      'user.email': user?.email,
      'user.name': user?.username,
      tags: event.tags,
      contexts,
      extra: event.extra,
    },
  })
}

import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { isException, type Recorded } from './exception.ts'
import { type OtlpResource, parseResource, parseScope, toItemAttributes } from './resource.ts'
import { attributesIn, idIn, messagesIn, numberIn, secondsIn, textIn, valueIn } from './values.ts'

export interface ParsedOtlpLogs {
  /** The members have the shape of a log container's. */
  logs: JsonObject[]
  exceptions: Recorded[]
}

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/logs/v1/logs.proto */
export function parseLogs(request: unknown, receivedAt: number): ParsedOtlpLogs {
  const read: ParsedOtlpLogs = { logs: [], exceptions: [] }
  for (const resourceLogs of messagesIn(request, 'resourceLogs')) {
    const resource = parseResource(resourceLogs)
    for (const scopeLogs of messagesIn(resourceLogs, 'scopeLogs')) {
      const scope = parseScope(scopeLogs)
      for (const record of messagesIn(scopeLogs, 'logRecords')) {
        const log = parseRecord(record, receivedAt)
        read.logs.push(toContainerLog(log, { ...resource.attributes, ...scope }))
        const exception = exceptionOf(log, resource)
        if (isException(exception)) read.exceptions.push(exception)
      }
    }
  }
  return read
}

function parseRecord(record: unknown, receivedAt: number) {
  const body = valueIn(record, 'body')
  return {
    seconds:
      secondsIn(record, 'timeUnixNano') ?? secondsIn(record, 'observedTimeUnixNano') ?? receivedAt / 1000,
    severity: severityOf(numberIn(record, 'severityNumber'), textIn(record, 'severityText')),
    body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
    eventName: textIn(record, 'eventName'),
    traceId: idIn(record, 'traceId'),
    spanId: idIn(record, 'spanId'),
    attributes: attributesIn(record),
  }
}

type LogRecord = ReturnType<typeof parseRecord>

function toContainerLog(log: LogRecord, shared: JsonObject): JsonObject {
  const { seconds, severity, body, eventName, traceId, spanId } = log
  const attributes = {
    ...shared,
    ...log.attributes,
    ...(eventName === undefined ? {} : { 'otel.event.name': eventName }),
    ...(spanId === undefined ? {} : { 'sentry.trace.parent_span_id': spanId }),
  }
  return {
    timestamp: seconds,
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...(spanId === undefined ? {} : { span_id: spanId }),
    level: LEVELS[severity],
    severity_number: severity * 4 + 1,
    body: body === '' ? (eventName ?? '') : body,
    attributes: toItemAttributes(attributes),
  }
}

const LEVELS: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']
const EVENT_LEVELS = ['debug', 'debug', 'info', 'warning', 'error', 'fatal'] as const

type Severity = 0 | 1 | 2 | 3 | 4 | 5

/** Four numbers for each level, from 1; 0 says nothing, then the text may. */
function severityOf(number: number, text: string | undefined): Severity {
  if (number >= 1 && number <= 24) return Math.floor((Math.trunc(number) - 1) / 4) as Severity // 0 to 5
  const named = /^(trace|debug|info|warn|error|fatal)/i.exec(text ?? '')?.[1]?.toLowerCase()
  const index = LEVELS.indexOf(named ?? '')
  return index === -1 ? 2 : (index as Severity) // an index of the six
}

function exceptionOf(log: LogRecord, resource: OtlpResource): Recorded {
  const { seconds, traceId, spanId, attributes, severity } = log
  return { resource, attributes, seconds, traceId, spanId, name: undefined, level: EVENT_LEVELS[severity] }
}

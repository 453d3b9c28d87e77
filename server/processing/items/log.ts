import { readAttributes } from '#server/processing/normalize/attributes.ts'
import { readSpanData } from '#server/processing/normalize/spans/span-data.ts'
import { readSpanId, readTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { readMicros } from '#server/processing/normalize/time.ts'
import { type JsonObject, readText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ItemContext } from '#server/processing/pipeline/context.ts'
import type { ProcessedItem } from '#server/processing/pipeline/processed.ts'
import type { LogLevel, LogRecord } from '#server/processing/record.ts'
import { scrubRecord } from '#server/processing/scrubbing/scrub-record.ts'
import { limits } from '#server/protocol/limits.ts'
import { membersOf, readMembers } from './container.ts'
import { withContentHashes } from './content-hash.ts'
import { fromOtelLog } from './otel-log.ts'

/** Logs in a container, or one alone, as SDKs sent them before. */
export function processLogs(payload: JsonObject, context: ItemContext): ProcessedItem {
  return toProcessed(membersOf(payload, 'logs'), context)
}

/** One in OpenTelemetry's shape: what the JavaScript SDKs 9.10 to 9.17 send. */
export function processOtelLog(payload: JsonObject, context: ItemContext): ProcessedItem {
  return toProcessed([fromOtelLog(payload)], context)
}

function toProcessed(members: unknown[], { scrubber }: ItemContext): ProcessedItem {
  const { records, outcomes } = readMembers(members, 'log_item', readLog)
  const scrubbed = records.map((record) => scrubRecord(record, scrubber))
  return { records: withContentHashes(scrubbed), outcomes }
}

function readLog(log: JsonObject): Omit<LogRecord, 'contentHash'> | undefined {
  const timestampUs = readMicros(log.timestamp)
  const warnings = new Warnings()
  const body = typeof log.body === 'object' && log.body !== null ? JSON.stringify(log.body) : log.body
  const text = readText(body, limits.logBodyChars, 'body', warnings)
  if (timestampUs === undefined || text === undefined) return undefined
  const attributes = readAttributes(log.attributes)
  const read = (name: string) => readText(attributes[name], limits.nameChars, name, warnings) ?? null
  return {
    kind: 'log',
    timestampUs,
    level: readLogLevel(log.level, log.severity_number),
    body: text,
    traceId: readTraceId(log.trace_id) ?? null,
    spanId: readSpanId(log.span_id) ?? readSpanId(attributes['sentry.trace.parent_span_id']) ?? null,
    release: read('sentry.release'),
    environment: read('sentry.environment'),
    attributes: readSpanData(attributes, warnings),
  }
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies LogLevel[]
const LEVEL_BY_NAME: ReadonlyMap<unknown, LogLevel> = new Map<string, LogLevel>([
  ...LEVELS.map((level) => [level, level] as const),
  ['warning', 'warn'],
  ['critical', 'fatal'],
])

/** The level is taken by name, else by OpenTelemetry's number: https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
function readLogLevel(level: unknown, severity: unknown): LogLevel {
  const named = LEVEL_BY_NAME.get(typeof level === 'string' ? level.toLowerCase() : level)
  if (named) return named
  return (typeof severity === 'number' && LEVELS[Math.floor((severity - 1) / 4)]) || 'info'
}

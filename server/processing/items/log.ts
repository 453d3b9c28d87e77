import { parseAttributes } from '#server/processing/normalize/attributes.ts'
import { parseSpanData } from '#server/processing/normalize/spans/span-data.ts'
import { parseSpanId, parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { parseMicros } from '#server/processing/normalize/time.ts'
import { type JsonObject, parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import type { LogLevel, LogRecord } from '#server/processing/record.ts'
import { scrubVersion } from '#server/processing/scrubbing/scrub-version.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { scrubParameters } from '#server/processing/secrets/templates.ts'
import { limits } from '#server/protocol/limits.ts'
import { membersOf, parseMembers } from './container.ts'
import { fromOtelLog } from './otel-log.ts'

type ReadLog = Omit<LogRecord, 'contentHash'>

/** Logs in a container, or one alone, as SDKs sent them before. */
export function parseLogs(payload: JsonObject): ReadItem<ReadLog> {
  return parseMembers(membersOf(payload, 'logs'), 'log_item', parseLog)
}

/** One in OpenTelemetry's shape: what the JavaScript SDKs 9.10 to 9.17 send. */
export function parseOtelLog(payload: JsonObject): ReadItem<ReadLog> {
  return parseMembers([fromOtelLog(payload)], 'log_item', parseLog)
}

export function scrubLog(log: ReadLog, scrubber: Scrubber): ReadLog {
  const { body, attributes } = scrubParameters(log, scrubber)
  return {
    ...log,
    ...scrubVersion(log, scrubber),
    body: scrubber.text(body),
    attributes: scrubber.object(attributes),
  }
}

function parseLog(log: JsonObject): ReadLog | undefined {
  const timestampUs = parseMicros(log.timestamp)
  const warnings = new Warnings()
  const body = typeof log.body === 'object' && log.body !== null ? JSON.stringify(log.body) : log.body
  const text = parseText(body, limits.logBodyChars, 'body', warnings)
  if (timestampUs === undefined || text === undefined) return undefined
  const attributes = parseAttributes(log.attributes)
  const read = (name: string) => parseText(attributes[name], limits.nameChars, name, warnings) ?? null
  return {
    kind: 'log',
    timestampUs,
    level: parseLogLevel(log.level, log.severity_number),
    body: text,
    traceId: parseTraceId(log.trace_id) ?? null,
    spanId: parseSpanId(log.span_id) ?? parseSpanId(attributes['sentry.trace.parent_span_id']) ?? null,
    release: read('sentry.release'),
    environment: read('sentry.environment'),
    attributes: parseSpanData(attributes, warnings),
  }
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies LogLevel[]
const LEVEL_BY_NAME: ReadonlyMap<unknown, LogLevel> = new Map<string, LogLevel>([
  ...LEVELS.map((level) => [level, level] as const),
  ['warning', 'warn'],
  ['critical', 'fatal'],
])

/** The level is taken by name, else by OpenTelemetry's number: https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
function parseLogLevel(level: unknown, severity: unknown): LogLevel {
  const named = LEVEL_BY_NAME.get(typeof level === 'string' ? level.toLowerCase() : level)
  if (named) return named
  return (typeof severity === 'number' && LEVELS[Math.floor((severity - 1) / 4)]) || 'info'
}

import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'

/** The older shape in terms of the newer one: https://opentelemetry.io/docs/specs/otel/logs/data-model/ */
export function fromOtelLog(log: JsonObject): JsonObject {
  return {
    timestamp: parseNanos(log.time_unix_nano ?? log.timeUnixNano) ?? log.timestamp,
    level: log.severity_text ?? log.severityText,
    severity_number: log.severity_number ?? log.severityNumber,
    body: plainValue(log.body),
    trace_id: log.trace_id ?? log.traceId,
    span_id: log.span_id ?? log.spanId,
    attributes: Object.fromEntries(attributesOf(log.attributes)),
  }
}

function* attributesOf(list: unknown): Iterable<[string, { value: unknown }]> {
  if (!Array.isArray(list)) return
  for (const pair of list) {
    if (isObject(pair) && typeof pair.key === 'string') yield [pair.key, { value: plainValue(pair.value) }]
  }
}

/** `{"stringValue":"…"}`; whole numbers come as text. */
function plainValue(value: unknown): unknown {
  if (!isObject(value)) return value
  if (value.intValue !== undefined) return parseNumber(value.intValue)
  return value.stringValue ?? value.boolValue ?? value.doubleValue
}

/** Time in seconds. A double loses some nanoseconds, which is below the stored precision. */
function parseNanos(value: unknown): number | undefined {
  const seconds = parseNumber(value) / 1e9
  return seconds > 0 ? seconds : undefined
}

/** An object that a sender made cannot always be converted, and `Number` would throw. */
function parseNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

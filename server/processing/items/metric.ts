import { parseAttributes } from '#server/processing/normalize/attributes.ts'
import { parseSpanData } from '#server/processing/normalize/spans/span-data.ts'
import { parseSpanId, parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { parseMicros } from '#server/processing/normalize/time.ts'
import { type JsonObject, parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import type { MetricRecord } from '#server/processing/record.ts'
import { scrubVersion } from '#server/processing/scrubbing/scrub-version.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { limits } from '#server/protocol/limits.ts'
import { membersOf, parseMembers } from './container.ts'

type ReadMetric = Omit<MetricRecord, 'contentHash'>

/** Metrics in a container, as SDKs send them since the JavaScript ones' version 10. */
export function parseMetrics(payload: JsonObject): ReadItem<ReadMetric> {
  return parseMembers(membersOf(payload, 'metrics'), 'trace_metric', parseMetric)
}

export function scrubMetric(metric: ReadMetric, scrubber: Scrubber): ReadMetric {
  return {
    ...metric,
    ...scrubVersion(metric, scrubber),
    name: scrubber.text(metric.name),
    unit: scrubber.text(metric.unit),
    attributes: scrubber.object(metric.attributes),
  }
}

function parseMetric(metric: JsonObject): ReadMetric | undefined {
  const warnings = new Warnings()
  const type = parseType(metric.type)
  const name = parseText(metric.name, limits.nameChars, 'name', warnings)
  const timestampUs = parseMicros(metric.timestamp)
  const { value } = metric
  if (!type || name === undefined || timestampUs === undefined || !isFiniteNumber(value)) return undefined
  const attributes = parseAttributes(metric.attributes)
  const read = (key: string) => parseText(attributes[key], limits.nameChars, key, warnings) ?? null
  return {
    kind: 'metric',
    type,
    name,
    value,
    unit: parseText(metric.unit, 32, 'unit', warnings) ?? '',
    timestampUs,
    traceId: parseTraceId(metric.trace_id) ?? null,
    spanId: parseSpanId(metric.span_id) ?? null,
    release: read('sentry.release'),
    environment: read('sentry.environment'),
    attributes: parseSpanData(attributes, warnings),
  }
}

function parseType(type: unknown): MetricRecord['type'] | undefined {
  return type === 'counter' || type === 'gauge' || type === 'distribution' ? type : undefined
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

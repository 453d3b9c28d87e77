import { readAttributes } from '#server/processing/normalize/attributes.ts'
import { readSpanData } from '#server/processing/normalize/spans/span-data.ts'
import { readSpanId, readTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { readMicros } from '#server/processing/normalize/time.ts'
import { type JsonObject, readText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import type { MetricRecord } from '#server/processing/record.ts'
import { scrubVersion } from '#server/processing/scrubbing/scrub-version.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { limits } from '#server/protocol/limits.ts'
import { membersOf, readMembers } from './container.ts'

type ReadMetric = Omit<MetricRecord, 'contentHash'>

/** Metrics in a container, as SDKs send them since the JavaScript ones' version 10. */
export function readMetrics(payload: JsonObject): ReadItem<ReadMetric> {
  return readMembers(membersOf(payload, 'metrics'), 'trace_metric', readMetric)
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

function readMetric(metric: JsonObject): ReadMetric | undefined {
  const warnings = new Warnings()
  const type = readType(metric.type)
  const name = readText(metric.name, limits.nameChars, 'name', warnings)
  const timestampUs = readMicros(metric.timestamp)
  const { value } = metric
  if (!type || name === undefined || timestampUs === undefined || !isFiniteNumber(value)) return undefined
  const attributes = readAttributes(metric.attributes)
  const read = (key: string) => readText(attributes[key], limits.nameChars, key, warnings) ?? null
  return {
    kind: 'metric',
    type,
    name,
    value,
    unit: readText(metric.unit, 32, 'unit', warnings) ?? '',
    timestampUs,
    traceId: readTraceId(metric.trace_id) ?? null,
    spanId: readSpanId(metric.span_id) ?? null,
    release: read('sentry.release'),
    environment: read('sentry.environment'),
    attributes: readSpanData(attributes, warnings),
  }
}

function readType(type: unknown): MetricRecord['type'] | undefined {
  return type === 'counter' || type === 'gauge' || type === 'distribution' ? type : undefined
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

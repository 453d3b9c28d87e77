import type { MetricKind } from '#server/models/metrics.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { MetricPoint } from '#server/store/records/read/metric-points.ts'

/** A value as it was sent, with its attributes. */
export interface ReadPoint extends Omit<MetricPoint, 'blockId' | 'blockOffset' | 'blockLength'> {
  projectSlug: string
  attributes: JsonObject
}

/** Measurements between `from` (exclusive, except where both ends are the same) and `to`. */
export interface Bucket {
  from: number
  to: number
  count: number
}

/** What one value says was measured. */
export interface Measured {
  timestampUs: number
  count: number
  sum: number
  min: number | null
  max: number | null
  last: number
  /** How the measurements are spread; empty where it is not known. */
  buckets: readonly Bucket[]
}

/** How the values of this point are read. */
export function kindOf({ type, attributes }: Pick<ReadPoint, 'type' | 'attributes'>): MetricKind {
  if (type !== 'gauge') return type
  return attributes['otel.temporality'] === 'cumulative' && attributes['otel.monotonic'] === true
    ? 'total'
    : 'gauge'
}

/** Whether the value counts since the start of its process, so that only differences say what happened. */
export function runsOn({ attributes }: Pick<ReadPoint, 'attributes'>): boolean {
  // The count of a summary is a running one: https://opentelemetry.io/docs/specs/otel/metrics/data-model/#summary-legacy
  return attributes['otel.temporality'] === 'cumulative' || Array.isArray(attributes['otel.quantiles'])
}

export function measure(point: ReadPoint): Measured {
  const { attributes, value, timestampUs } = point
  const read = (name: string) => numberOf(attributes[name])
  if (point.type !== 'distribution' || read('otel.count') === null) {
    const buckets = [{ from: value, to: value, count: 1 }]
    return { timestampUs, count: 1, sum: value, min: value, max: value, last: value, buckets }
  }
  const count = read('otel.count') ?? 0
  const [min, max] = [read('otel.min'), read('otel.max')]
  const buckets = bucketsOf(attributes, { count, min, max })
  return { timestampUs, count, sum: read('otel.sum') ?? value * count, min, max, last: value, buckets }
}

interface Ends {
  count: number
  min: number | null
  max: number | null
}

function bucketsOf(attributes: JsonObject, ends: Ends): Bucket[] {
  const quantiles = listOf(attributes['otel.quantiles'])
  if (quantiles.length > 0) return quantileBuckets(quantiles, ends)
  const bounds = listOf(attributes['otel.bounds']).map(numberOf)
  const counts = listOf(attributes['otel.counts']).map((count) => numberOf(count) ?? 0)
  return counts.flatMap((count, index) => {
    const [from, to] = [bounds[index - 1] ?? null, bounds[index] ?? null]
    // The first and the last bucket have one bound only; the smallest and the largest value stand for the other.
    const low = from ?? ends.min ?? Math.min(0, to ?? 0)
    const high = to ?? ends.max ?? low
    return count > 0 ? [{ from: Math.min(low, high), to: high, count }] : []
  })
}

/** A share of the measurements lies between each two quantiles. */
function quantileBuckets(quantiles: readonly unknown[], { count, min }: Ends): Bucket[] {
  let below = { share: 0, value: min }
  const buckets: Bucket[] = []
  for (const each of quantiles) {
    const [share, value] = listOf(each).map(numberOf)
    if (share === undefined || share === null || value === undefined || value === null) continue
    if (share > below.share)
      buckets.push({ from: below.value ?? value, to: value, count: (share - below.share) * count })
    below = { share, value }
  }
  return buckets
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

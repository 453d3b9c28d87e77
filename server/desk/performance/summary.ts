import type { MeasuredBuckets, Percentiles, PeriodNumbers } from '#server/models/performance.ts'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import {
  bucketOf,
  type ExampleRow,
  type MeasuredName,
  type MeasuredRow,
} from '#server/store/performance/rows.ts'
import {
  decodeExamples,
  type Example,
  type Examples,
} from '#server/writer/aggregates/performance-examples.ts'

export interface Summary {
  quantity: number
  failures: number
  totalMs: number
  sketch: QuantileSketch
}

export function summarize(rows: readonly MeasuredRow[]): Summary {
  const summary = { quantity: 0, failures: 0, totalMs: 0, sketch: new QuantileSketch() }
  for (const { quantity, failures, totalMs, sketch } of rows) {
    summary.quantity += quantity
    summary.failures += failures
    summary.totalMs += totalMs
    summary.sketch.merge(sketch)
  }
  return summary
}

export function percentilesOf(sketch: QuantileSketch): Percentiles {
  return { p50: millisAt(sketch, 0.5), p75: millisAt(sketch, 0.75), p95: millisAt(sketch, 0.95) }
}

/** Null when nothing was measured. */
export function numbersOf({ quantity, failures, totalMs, sketch }: Summary): PeriodNumbers | null {
  if (quantity === 0) return null
  const measured = { count: quantity, failureRate: failures / quantity, totalMs: toMicroseconds(totalMs) }
  return { ...percentilesOf(sketch), ...measured }
}

/** The last digits of a sum depend on the order in which the engine adds. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}

export function millisAt(sketch: QuantileSketch, share: number): number | null {
  const micros = sketch.quantile(share)
  return micros === null ? null : micros / 1_000
}

/** Makes one summary for each bucket, in their order. */
export function summarizeByBucket(rows: readonly MeasuredRow[], buckets: MeasuredBuckets): Summary[] {
  const byBucket = Map.groupBy(rows, ({ hour }) => bucketOf(buckets, hour))
  return Array.from({ length: buckets.count }, (_, index) => summarize(byBucket.get(index) ?? []))
}

export function keyOf({ projectId, name, op, side }: MeasuredName): string {
  return [projectId, op, side, name].join('\0')
}

/** Lists the traces that show the rows, in the given order and each once. */
export function listExamples(
  rows: readonly ExampleRow[],
  which: keyof Examples,
  order: (a: Example, b: Example) => number,
): Example[] {
  const found = rows.flatMap(({ examples }) => decodeExamples(examples)?.[which] ?? [])
  const byTrace = new Map<string, Example>()
  for (const example of found.toSorted(order)) {
    if (!byTrace.has(example.traceId)) byTrace.set(example.traceId, example)
  }
  return [...byTrace.values()]
}

export const fastestFirst = (a: Example, b: Example) => a.value - b.value
export const slowestFirst = (a: Example, b: Example) => b.value - a.value
export const nearestTo = (value: number) => (a: Example, b: Example) =>
  Math.abs(a.value - value) - Math.abs(b.value - value)

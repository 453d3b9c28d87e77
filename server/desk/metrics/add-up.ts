import type { MetricKind, MetricNumbers } from '#server/models/metrics.ts'
import type { Bucket, Measured } from './measured.ts'

/** Adds up what values measured. */
export interface Sums {
  /** `weight` is how many values of a busy time this one stands for. */
  add(measured: Measured, weight: number): void
  toNumbers(kind: MetricKind): MetricNumbers | null
}

export function createSums(): Sums {
  let isEmpty = true
  let count = 0
  let sum = 0
  let min: number | null = null
  let max: number | null = null
  let last: { timestampUs: number; value: number } | undefined
  /** By their upper end, which nearly always says the lower one too. */
  const buckets = new Map<number, Bucket[]>()
  return {
    add(measured, weight) {
      isEmpty = false
      count += measured.count * weight
      sum += measured.sum * weight
      if (measured.min !== null) min = Math.min(min ?? measured.min, measured.min)
      if (measured.max !== null) max = Math.max(max ?? measured.max, measured.max)
      if (last === undefined || measured.timestampUs >= last.timestampUs)
        last = { timestampUs: measured.timestampUs, value: measured.last }
      for (const bucket of measured.buckets) {
        const ending = buckets.get(bucket.to)
        const known = ending?.find(({ from }) => from === bucket.from)
        if (known) known.count += bucket.count * weight
        else if (ending) ending.push({ ...bucket, count: bucket.count * weight })
        else buckets.set(bucket.to, [{ ...bucket, count: bucket.count * weight }])
      }
    },
    toNumbers(kind) {
      if (isEmpty) return null
      const isSpread = kind === 'distribution'
      const addsUp = kind === 'counter' || kind === 'total'
      const sorted = isSpread
        ? [...buckets.values()].flat().toSorted((a, b) => a.to - b.to || a.from - b.from)
        : []
      return {
        count: Math.round(count),
        sum: kind === 'gauge' ? null : sum,
        avg: addsUp || count === 0 ? null : sum / count,
        min: addsUp ? null : min,
        max: addsUp ? null : max,
        last: kind === 'gauge' ? (last?.value ?? null) : null,
        p50: quantileOf(sorted, 0.5),
        p95: quantileOf(sorted, 0.95),
      }
    },
  }
}

/**
 * Finds the quantile in its bucket, as if the measurements in it were spread evenly. `buckets` begin with the smallest.
 * @internal
 */
export function quantileOf(buckets: readonly Bucket[], quantile: number): number | null {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  for (const { from, to, count } of buckets) {
    const wanted = quantile * total - below
    if (count > 0 && wanted <= count) return from + (to - from) * Math.min(1, Math.max(0, wanted / count))
    below += count
  }
  return buckets.at(-1)?.to ?? null
}

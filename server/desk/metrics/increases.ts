import { type Bucket, type Measured, measure, type ReadPoint } from './measured.ts'

/**
 * What running totals grew by from value to value, each series by itself. `points` begin with the oldest. A total that
 * is smaller than the one before began again, and counts as a whole. The first value of a series says nothing, because
 * nobody knows what was before it.
 */
export function increasesOf<Point extends ReadPoint>(
  points: readonly Point[],
): { point: Point; measured: Measured }[] {
  const before = new Map<string, Measured>()
  return points.flatMap((point) => {
    const series = seriesOf(point)
    const measured = toTotals(point)
    const earlier = before.get(series)
    before.set(series, measured)
    return earlier === undefined ? [] : [{ point, measured: increase(earlier, measured) }]
  })
}

/** A sum is its own total; a histogram counts. */
function toTotals(point: ReadPoint): Measured {
  const measured = measure(point)
  return point.type === 'distribution' ? measured : { ...measured, count: 1, buckets: [] }
}

function increase(earlier: Measured, now: Measured): Measured {
  const hasRestarted = now.sum < earlier.sum || now.count < earlier.count
  // The smallest and the largest value are those since the start.
  if (hasRestarted) return { ...now, min: null, max: null }
  const isCounting = now.buckets.length > 0 || now.count !== 1
  return {
    ...now,
    count: isCounting ? now.count - earlier.count : 1,
    sum: now.sum - earlier.sum,
    min: null,
    max: null,
    buckets: subtract(now.buckets, earlier.buckets),
  }
}

function subtract(now: readonly Bucket[], earlier: readonly Bucket[]): Bucket[] {
  const counts = new Map(earlier.map(({ to, count }) => [to, count]))
  return now.flatMap((bucket) => {
    const count = bucket.count - (counts.get(bucket.to) ?? 0)
    return count > 0 ? [{ ...bucket, count }] : []
  })
}

/** Attributes that say what was measured, and not of what. */
const OF_VALUE = new Set(
  ['count', 'sum', 'min', 'max', 'bounds', 'counts', 'quantiles', 'exemplars'].map((name) => `otel.${name}`),
)

/** Tells one series from another by everything but its values. One exporter writes attributes in one order. */
function seriesOf({ projectSlug, release, environment, attributes }: ReadPoint): string {
  let series = JSON.stringify([projectSlug, release, environment])
  for (const name in attributes) {
    const value = attributes[name]
    if (!OF_VALUE.has(name))
      series += `\n${name}\n${typeof value === 'string' ? value : JSON.stringify(value)}`
  }
  return series
}

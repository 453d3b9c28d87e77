import type { Vital, VitalSummary } from '#server/models/performance.ts'
import type { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import { millisAt, type Summary } from './summary.ts'

/** The limits in milliseconds, but those of CLS in its own unit: https://web.dev/articles/vitals#core-web-vitals */
const VITAL_LIMITS: Record<Vital, { good: number; poor: number }> = {
  lcp: { good: 2_500, poor: 4_000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  fcp: { good: 1_800, poor: 3_000 },
  ttfb: { good: 800, poor: 1_800 },
}

/** Undefined when the vital was never measured. */
export function rateVital(
  vital: Vital,
  { sketch, quantity }: Summary,
  before?: Summary,
): VitalSummary | undefined {
  const p75 = inUnit(vital, millisAt(sketch, 0.75))
  if (p75 === null || quantity === 0) return undefined
  const limits = VITAL_LIMITS[vital]
  const good = shareUpTo(sketch, toMicros(vital, limits.good))
  const notPoor = shareUpTo(sketch, toMicros(vital, limits.poor))
  const shares = { good, 'needs improvement': notPoor - good, poor: 1 - notPoor }
  const rating = p75 <= limits.good ? 'good' : p75 <= limits.poor ? 'needs improvement' : 'poor'
  const p75Before = before === undefined ? null : inUnit(vital, millisAt(before.sketch, 0.75))
  return { vital, count: quantity, p75, p75Before, rating, shares, limits }
}

/** Sketches keep CLS in millionths, and times in microseconds. */
function inUnit(vital: Vital, millis: number | null): number | null {
  return vital === 'cls' && millis !== null ? millis / 1_000 : millis
}

function toMicros(vital: Vital, limit: number): number {
  return limit * (vital === 'cls' ? 1e6 : 1e3)
}

/** The share is as exact as the bins are: a bin that contains the limit counts by its middle. */
function shareUpTo(sketch: QuantileSketch, value: number): number {
  let below = 0
  for (const { from, to, count } of sketch.listBins()) if ((from + to) / 2 <= value) below += count
  return below / sketch.count
}

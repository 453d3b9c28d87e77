import { DAY_MS, HOUR_MS, MINUTE_MS } from '#renderer/format/time-units.ts'
import { type ChartZone, UTC, wholeHoursAt } from './time-zone.ts'

/** Each step divides the next one, or a day, so that bars begin at familiar times. */
const STEPS = [
  ...[1, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 7, 28].map((days) => days * DAY_MS),
]
const MOST_BUCKETS = 60

/** A period in equal parts, in milliseconds. The first part begins at `start`, the last one ends at `end`. */
export interface TimeBuckets {
  start: number
  end: number
  stepMs: number
  count: number
}

interface BucketOptions {
  /** The shortest step. */
  leastMs?: number
  most?: number
  /** The zone by whose clock steps begin, if the data is stored by hour. */
  zone?: ChartZone
}

/**
 * Finds the finest step of at least `leastMs` with at most `most` buckets, and rounds the period to whole
 * buckets.
 */
export function bucketsOf(
  { start, end }: { start: number; end: number },
  { leastMs = MINUTE_MS, most = MOST_BUCKETS, zone = UTC }: BucketOptions = {},
): TimeBuckets {
  const ahead = wholeHoursAt(zone, start)
  const longest = STEPS.at(-1) ?? DAY_MS
  const fits = (stepMs: number) =>
    Math.ceil((end + ahead) / stepMs) - Math.floor((start + ahead) / stepMs) <= most
  const known = STEPS.find((step) => step >= leastMs && fits(step))
  const stepMs = known ?? longest * Math.ceil((end - start) / (longest * (most - 1)))
  const first = Math.floor((start + ahead) / stepMs) * stepMs - ahead
  const count = Math.max(1, Math.ceil((end - first) / stepMs))
  return { start: first, end: first + count * stepMs, stepMs, count }
}

/** Undefined for a time outside of the period. */
export function bucketAt({ start, stepMs, count }: TimeBuckets, time: number): number | undefined {
  const index = Math.floor((time - start) / stepMs)
  return index >= 0 && index < count ? index : undefined
}

export function bucketStart({ start, stepMs }: TimeBuckets, index: number): number {
  return start + index * stepMs
}

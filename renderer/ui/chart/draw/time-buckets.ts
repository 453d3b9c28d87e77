import { DAY_MS, HOUR_MS, MINUTE_MS } from '#renderer/format/time-units.ts'

/** Each divides the next, or a day, so that bars begin at times that people know. */
const STEPS = [
  ...[1, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 7, 28].map((days) => days * DAY_MS),
]
const MOST_BUCKETS = 60

/** A time in equal parts: the first begins at `start`, the last ends at `end`. Milliseconds. */
export interface TimeBuckets {
  start: number
  end: number
  stepMs: number
  count: number
}

/** The finest step that gives at most `most` buckets, no finer than `leastMs`; whole buckets around the period. */
export function bucketsOf(
  { start, end }: { start: number; end: number },
  { leastMs = MINUTE_MS, most = MOST_BUCKETS }: { leastMs?: number; most?: number } = {},
): TimeBuckets {
  const longest = STEPS.at(-1) ?? DAY_MS
  const fits = (stepMs: number) => Math.ceil(end / stepMs) - Math.floor(start / stepMs) <= most
  const known = STEPS.find((step) => step >= leastMs && fits(step))
  const stepMs = known ?? longest * Math.ceil((end - start) / (longest * (most - 1)))
  const first = Math.floor(start / stepMs) * stepMs
  const count = Math.max(1, Math.ceil((end - first) / stepMs))
  return { start: first, end: first + count * stepMs, stepMs, count }
}

/** Undefined for what is outside. */
export function bucketAt({ start, stepMs, count }: TimeBuckets, time: number): number | undefined {
  const index = Math.floor((time - start) / stepMs)
  return index >= 0 && index < count ? index : undefined
}

export function bucketStart({ start, stepMs }: TimeBuckets, index: number): number {
  return start + index * stepMs
}

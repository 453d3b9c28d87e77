import type { Change } from '#server/models/performance.ts'
/** The value of an hour, and how many samples it was made of. */
export interface HourlyPoint {
  hour: number
  value: number
  count: number
}

/** Hours with fewer samples say nothing. */
const LEAST_SAMPLES = 5
/** Each time of day must have come once. */
const LEAST_HOURS_BEFORE = 24
/** Fewer hours could not differ enough by their ranks alone. */
const LEAST_HOURS_AFTER = 6
/**
 * How far the ranks of one side must lie from those of the other, in standard deviations, at the split where they lie
 * furthest: of 2,000 noisy series without a change fewer than 1 in 100 have such a split, whatever the noise is like,
 * since ranks know nothing of its shape.
 */
const LEAST_SCORE = 4
/** Users notice a change of this ratio. */
const LEAST_RATIO = 1.25
const DAY_HOURS = 24

/**
 * Finds where a series changed for good: the split of the series that a Mann-Whitney test
 * (https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test) finds clearest. What comes each day at the same hours is
 * no change: both sides must differ where only the times of day that both have are compared. Values are above zero.
 */
export function findChange(points: readonly HourlyPoint[]): Change | undefined {
  const known = points.filter(({ count, value }) => count >= LEAST_SAMPLES && value > 0)
  const split = clearestSplit(known.map(({ value }) => value))
  if (split === undefined) return undefined
  const [earlier, later] = [known.slice(0, split), known.slice(split)]
  const first = later[0]
  const [before, after] = [medianOf(earlier), medianOf(later)]
  if (first === undefined || !isFar(before, after)) return undefined
  const [usual, present] = [medianOf(atTimesOf(earlier, later)), medianOf(atTimesOf(later, earlier))]
  if (!isFar(usual, present) || usual > present !== before > after) return undefined
  return { hour: first.hour, before, after }
}

/** Keeps the points at those hours of the day that the others have as well. */
function atTimesOf(points: readonly HourlyPoint[], others: readonly HourlyPoint[]): HourlyPoint[] {
  const times = new Set(others.map(({ hour }) => hour % DAY_HOURS))
  return points.filter(({ hour }) => times.has(hour % DAY_HOURS))
}

/** Gives how many values lie before the split; undefined when no split is clear enough. */
function clearestSplit(values: readonly number[]): number | undefined {
  const ranks = ranksOf(values)
  const total = values.length
  let sum = 0
  let best: { split: number; score: number } | undefined
  for (let split = 1; split <= total - LEAST_HOURS_AFTER; split++) {
    sum += ranks[split - 1] ?? 0
    if (split < LEAST_HOURS_BEFORE) continue
    const expected = (split * (total + 1)) / 2
    const deviation = Math.sqrt((split * (total - split) * (total + 1)) / 12)
    const score = Math.abs(sum - expected) / deviation
    if (best === undefined || score > best.score) best = { split, score }
  }
  return best !== undefined && best.score >= LEAST_SCORE ? best.split : undefined
}

/** Ranks begin with one; equal values share theirs. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value)
  const ranks = new Array<number>(values.length).fill(0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (order[to + 1]?.value === order[from]?.value) to++
    for (const { index } of order.slice(from, to + 1)) ranks[index] = (from + to) / 2 + 1
    from = to + 1
  }
  return ranks
}

/** False when there is nothing on one side. */
function isFar(before: number, after: number): boolean {
  return before > 0 && after > 0 && Math.max(before, after) / Math.min(before, after) >= LEAST_RATIO
}

function medianOf(points: readonly HourlyPoint[]): number {
  const sorted = points.map(({ value }) => value).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A number of an hour, and how many it was made of. */
export interface HourlyPoint {
  hour: number
  value: number
  count: number
}

/** From `hour` on the values are of another size: `before` and `after` are the medians of both sides. */
export interface Change {
  hour: number
  before: number
  after: number
}

/** Hours with fewer samples say nothing. */
const LEAST_SAMPLES = 5
const LEAST_HOURS_BEFORE = 12
/** Fewer could not differ enough by their ranks alone. */
const LEAST_HOURS_AFTER = 6
/**
 * How far the ranks of one side must lie from those of the other, in standard deviations, at the split where they lie
 * furthest: of 2,000 noisy series without a change fewer than 1 in 100 have such a split, whatever the noise is like,
 * since ranks know nothing of its shape.
 */
const LEAST_SCORE = 4
/** What people notice. */
const LEAST_RATIO = 1.25
const DAY_HOURS = 24
/** So many hours of the same time of day, on days before, are enough to compare with. */
const LEAST_SAME_HOURS = 3

/**
 * Finds where a series changed for good: the split of the series that a Mann-Whitney test
 * (https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test) finds clearest. What comes each day at the same hours is
 * no change: the values must differ from those of the same hours of days before as well. Values are above zero.
 */
export function findChange(points: readonly HourlyPoint[]): Change | undefined {
  const known = points.filter(({ count, value }) => count >= LEAST_SAMPLES && value > 0)
  const split = clearestSplit(known.map(({ value }) => value))
  if (split === undefined) return undefined
  const [earlier, later] = [known.slice(0, split), known.slice(split)]
  const first = later[0]
  const [before, after] = [medianOf(earlier), medianOf(later)]
  if (first === undefined || !isFar(before, after)) return undefined
  const times = new Set(later.map(({ hour }) => hour % DAY_HOURS))
  const sameHours = earlier.filter(({ hour }) => times.has(hour % DAY_HOURS))
  if (sameHours.length >= LEAST_SAME_HOURS) {
    const usual = medianOf(sameHours)
    if (!isFar(usual, after) || usual > after !== before > after) return undefined
  }
  return { hour: first.hour, before, after }
}

/** How many values lie before it; undefined where no split is clear enough. */
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

/** From one; those of equal values are shared. */
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

function isFar(before: number, after: number): boolean {
  return Math.max(before, after) / Math.min(before, after) >= LEAST_RATIO
}

function medianOf(points: readonly HourlyPoint[]): number {
  const sorted = points.map(({ value }) => value).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Since when an issue happens more often. */
export interface Rise {
  /** The index of the hour with which it began. */
  hour: number
  /** Events since then, as a multiple of the events that were usual at those hours; null where there were none. */
  factor: number | null
}

interface RiseOptions {
  /** The index of the hour of the first event, or a negative number for one before the first hour. */
  firstSeen: number
  /** The index of the first hour in which a rise is of interest; the hours before it are only compared with. */
  from: number
}

const DAY_HOURS = 24
/** With a whole week before it, a Monday is no rise. */
const MOST_DAYS_BEFORE = 7
const LEAST_FACTOR = 2
/** Fewer events may be chance. */
const LEAST_EVENTS = 5
/** What has only just begun may be over in an hour. */
const LEAST_HOURS = 3
/**
 * How much likelier, as a logarithm, two rates are than one. Of 2,000 noisy fortnights with busy and quiet hours but no
 * rise, fewer than 1 in 100 reach this: at 2 events a day and more, or at 6 where they come by threes.
 */
const LEAST_LIKELIHOOD = 8

/**
 * Finds the last hour from which on an issue happens at least twice as often. It is compared with the same hours of the
 * week before, because most applications are busy every day at the same hours, and with those of the day before alone,
 * so that a rise is found where it began. A rise lasts: the second half of the time since then is as much above the
 * usual as the first.
 */
export function findRise(counts: readonly number[], { firstSeen, from }: RiseOptions): Rise | undefined {
  const known = Math.max(0, firstSeen)
  const series = {
    known,
    end: counts.length,
    sumBetween: summed(counts),
    squaresBetween: summed(counts.map((count) => count * count)),
  }
  let last: Rise | undefined
  for (let start = known + DAY_HOURS; ; ) {
    const hour = clearestRise(start, series)
    if (hour === undefined || hour > counts.length - LEAST_HOURS) {
      return last && last.hour >= from ? last : undefined
    }
    // What is clearest in the first hour that can be compared may have begun earlier.
    if (hour > known + DAY_HOURS) last = { hour, factor: factorOf(hour, series) }
    start = hour + DAY_HOURS
  }
}

type SumBetween = (from: number, before: number) => number

interface Series {
  /** The first hour of which it is known how often the issue happened. */
  known: number
  /** The hour after the last. */
  end: number
  sumBetween: SumBetween
  squaresBetween: SumBetween
}

function clearestRise(start: number, series: Series): number | undefined {
  let best: { hour: number; likelihood: number } | undefined
  for (let hour = start; hour < series.end; hour++) {
    const likelihood = likelihoodOf(hour, series)
    const least = best?.likelihood ?? LEAST_LIKELIHOOD
    if (likelihood > least) best = { hour, likelihood }
  }
  return best?.hour
}

/** How much likelier it is that the rate rose with this hour; zero where it did not double, or not for long. */
function likelihoodOf(hour: number, series: Series): number {
  const { end, sumBetween } = series
  const hours = Math.min(DAY_HOURS, end - hour)
  const after = sumBetween(hour, hour + hours)
  const usual = usualOf(hour, series, { from: hour, before: hour + hours })
  const dayBefore = sumBetween(hour - DAY_HOURS, hour - DAY_HOURS + hours)
  if (after < LEAST_EVENTS || after < LEAST_FACTOR * Math.max(usual, dayBefore)) return 0
  const half = hour + Math.floor((end - hour) / 2)
  const later = sumBetween(half, end)
  if (later === 0 || later < LEAST_FACTOR * usualOf(hour, series, { from: half, before: end })) return 0
  const days = daysBefore(hour, series.known)
  const shared = (after + usual * days) / (1 + days)
  const likelihood =
    after * Math.log(after / shared) + (usual > 0 ? usual * days * Math.log(usual / shared) : 0)
  return likelihood / clusteringOf(hour - days * DAY_HOURS, hour, series)
}

/** How many events come together: 1 for events that know nothing of each other, 3 for those that come by threes. */
function clusteringOf(from: number, before: number, { sumBetween, squaresBetween }: Series): number {
  const sum = sumBetween(from, before)
  if (sum === 0) return 1
  return Math.max(1, squaresBetween(from, before) / sum - sum / (before - from))
}

function factorOf(hour: number, series: Series): number | null {
  const usual = usualOf(hour, series, { from: hour, before: series.end })
  return usual === 0 ? null : series.sumBetween(hour, series.end) / usual
}

/** How many events would have come from one hour to before another if all had stayed as it was before `hour`. */
function usualOf(
  hour: number,
  { known, sumBetween }: Series,
  { from, before }: { from: number; before: number },
): number {
  const days = daysBefore(hour, known)
  const wholeDays = Math.floor((before - from) / DAY_HOURS)
  const restFrom = (from - hour) % DAY_HOURS
  const restBefore = restFrom + ((before - from) % DAY_HOURS)
  let sum = 0
  for (let day = 1; day <= days; day++) {
    const dayStart = hour - day * DAY_HOURS
    sum += wholeDays * sumBetween(dayStart, dayStart + DAY_HOURS)
    sum += sumBetween(dayStart + restFrom, dayStart + Math.min(DAY_HOURS, restBefore))
    if (restBefore > DAY_HOURS) sum += sumBetween(dayStart, dayStart + restBefore - DAY_HOURS)
  }
  return sum / days
}

function daysBefore(hour: number, known: number): number {
  return Math.min(MOST_DAYS_BEFORE, Math.floor((hour - known) / DAY_HOURS))
}

function summed(counts: readonly number[]): SumBetween {
  const sums = [0]
  for (const count of counts) sums.push((sums.at(-1) ?? 0) + count)
  return (from, before) => (sums[before] ?? 0) - (sums[from] ?? 0)
}

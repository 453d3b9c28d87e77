export interface MedianRatio {
  median: number
  /** The true median is between these with a probability of at least 95 %, whatever the noise is like. */
  low: number
  high: number
}

/** The median of how many times as much each pair's second number is, with its interval by the sign test. */
export function medianRatio(pairs: readonly (readonly [number, number])[]): MedianRatio {
  const ratios = pairs.map(([first, second]) => second / first).toSorted((a, b) => a - b)
  const count = ratios.length
  const at = (place: number) => ratios[place] ?? Number.NaN
  const rank = rankOfBound(count)
  if (rank === 0) throw new Error('Cannot tell an interval: six pairs are the least')
  return {
    median: (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2,
    low: at(rank - 1),
    high: at(count - rank),
  }
}

/** The rank, from either end, of the ratio that bounds the interval: `count` coins show fewer heads in at most 2.5 % of throws. */
function rankOfBound(count: number): number {
  // As a logarithm, because the first of a thousand coins' probabilities is too small for a number.
  let logarithm = count * Math.log(0.5)
  let below = Math.exp(logarithm)
  let rank = 0
  while (below <= 0.025) {
    rank++
    logarithm += Math.log((count - rank + 1) / rank)
    below += Math.exp(logarithm)
  }
  return rank
}

import { HOUR_MS } from '#server/protocol/time.ts'

/** A landmark counts as 256 times younger than it is, because it tells an issue's history. */
export const PINNED = -8

/** Where the bitwise operators end. */
const LARGEST = 2 ** 31 - 1

/**
 * How well an issue can do without its nth event, by what else there is of it: 0 for the 2nd, 4th, 8th and so on, 1 for
 * those halfway between them, 2 for the quarters. Whatever goes from the top down, an issue keeps its first events, is
 * thinned out evenly after them, and of a rare one nothing goes: of n events about `2^k · log2(n)` have at most k.
 */
export function evictionRankOf(ordinal: number): number {
  if (ordinal <= 1) return PINNED
  const n = Math.min(ordinal, LARGEST)
  return Math.clz32(n & -n) - Math.clz32(n)
}

/** What goes first has most of it: one more for each doubling of the age, in hours. */
export function evictionScoreOf(event: { redundancy: number; receivedAt: number }, now: number): number {
  return event.redundancy + Math.log2(1 + Math.max(0, now - event.receivedAt) / HOUR_MS)
}

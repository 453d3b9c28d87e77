/** Fewer events in an hour may be chance. */
const LEAST_EVENTS = 20
/** How many times as often as usual. */
const LEAST_FACTOR = 5

/**
 * Whether an issue happens much more often than usual: in this hour, as far as it has gone, more often than in the busiest of
 * the same hours of the week before, and several times as often as in their mean.
 */
export function isRising({ current, before }: { current: number; before: readonly number[] }): boolean {
  const mean = before.reduce((sum, count) => sum + count, 0) / Math.max(1, before.length)
  return current >= LEAST_EVENTS && current > Math.max(0, ...before) && current >= LEAST_FACTOR * mean
}

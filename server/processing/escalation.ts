/** As long as the busiest hour is looked for: a whole week, so that every weekday is in it. */
export const ESCALATION_HOURS = 7 * 24

const FACTOR = 2
/** Fewer events in an hour may be chance. */
const LEAST_EVENTS = 10

/**
 * How many events an issue may have in one hour before it escalates: twice those of its busiest hour. A forecast by the
 * hour would miss the rise of an issue that comes in bursts, or would call each burst a rise.
 */
export function escalationLimit(hourlyCounts: readonly number[]): number {
  const busiest = hourlyCounts.reduce((most, count) => Math.max(most, count), 0)
  return Math.max(LEAST_EVENTS, FACTOR * busiest)
}

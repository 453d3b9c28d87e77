import type { IssueHistory } from '#server/models/issues.ts'

export interface TrendChange {
  /** In `history.marks`. */
  mark: number
  /** The first bar that may hold events since. */
  bar: number
  /** How many times as many events a bar as before; infinite where there were none. */
  factor: number
}

const LEAST_FACTOR = 2
/** Fewer may be chance. */
const LEAST_EVENTS = 5

/**
 * The release or deploy after which the issue happened more often, if there is one: that with the greatest change, of
 * equals the earlier.
 */
export function changeOf({ start, barMs, counts, marks }: IssueHistory): TrendChange | undefined {
  let greatest: TrendChange | undefined
  marks.forEach(({ time }, mark) => {
    const bar = Math.floor((time - start) / barMs)
    if (bar < 1 || bar >= counts.length) return
    const after = counts.slice(bar)
    if (sum(after) < LEAST_EVENTS) return
    const before = sum(counts.slice(0, bar)) / bar
    const factor = before === 0 ? Number.POSITIVE_INFINITY : sum(after) / after.length / before
    if (factor >= LEAST_FACTOR && factor > (greatest?.factor ?? 0)) greatest = { mark, bar, factor }
  })
  return greatest
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

import type { IssueHistory } from '#server/models/issues.ts'

export interface TrendChange {
  /** The index in `history.marks`. */
  mark: number
  /** The first bar that can contain events after it. */
  bar: number
  /** The ratio of events per bar, after to before. Infinite if there were none before. */
  factor: number
}

const LEAST_FACTOR = 2
/** Fewer events may be chance. */
const LEAST_EVENTS = 5

/**
 * Finds the release or deploy after which the issue became more frequent. It is the one with the greatest
 * change, or the earlier of two equals.
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

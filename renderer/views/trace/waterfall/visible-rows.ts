import type { Fold } from '#server/traces/waterfall/pick-rows.ts'

// Two countings of the same rows: among all that pass the filter, and among those that no folded row hides.

/** The place among all of a row that is visible. */
export function indexOf(folds: readonly Fold[], visible: number): number {
  let index = visible
  for (const [at, size] of folds) {
    if (at >= index) break
    index += size
  }
  return index
}

/** The place among the visible ones; of a hidden row that of the one it is folded into. */
export function visibleOf(folds: readonly Fold[], index: number): number {
  let hidden = 0
  for (const [at, size] of folds) {
    if (at >= index) break
    if (index <= at + size) return at - hidden
    hidden += size
  }
  return index - hidden
}

export function countVisible(folds: readonly Fold[], rowCount: number): number {
  return rowCount - folds.reduce((sum, [, size]) => sum + size, 0)
}

export function isFolded(folds: readonly Fold[], index: number): boolean {
  return folds.some(([at]) => at === index)
}

/** Folds a row, and forgets what was folded below it; or unfolds it. */
export function toggle(folds: readonly Fold[], [index, size]: Fold): Fold[] {
  if (isFolded(folds, index)) return folds.filter(([at]) => at !== index)
  const others = folds.filter(([at]) => at < index || at > index + size)
  return [...others, [index, size] satisfies Fold].sort((a, b) => a[0] - b[0])
}

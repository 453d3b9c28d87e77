import type { CollapsedGroup } from '#server/traces/waterfall/pick-rows.ts'

// A row has two indices: among all rows that pass the filter, and among the visible ones that no collapsed
// row hides.

/** Returns the index among all rows of a visible row. */
export function indexOf(collapsedGroups: readonly CollapsedGroup[], visible: number): number {
  let index = visible
  for (const [at, size] of collapsedGroups) {
    if (at >= index) break
    index += size
  }
  return index
}

/** Returns the index among the visible rows. For a hidden row it is that of the row it is collapsed into. */
export function visibleOf(collapsedGroups: readonly CollapsedGroup[], index: number): number {
  let hidden = 0
  for (const [at, size] of collapsedGroups) {
    if (at >= index) break
    if (index <= at + size) return at - hidden
    hidden += size
  }
  return index - hidden
}

export function countVisible(collapsedGroups: readonly CollapsedGroup[], rowCount: number): number {
  return rowCount - collapsedGroups.reduce((sum, [, size]) => sum + size, 0)
}

export function isCollapsed(collapsedGroups: readonly CollapsedGroup[], index: number): boolean {
  return collapsedGroups.some(([at]) => at === index)
}

/** Expands a row, or collapses it and forgets which rows below it were collapsed. */
export function toggle(
  collapsedGroups: readonly CollapsedGroup[],
  [index, size]: CollapsedGroup,
): CollapsedGroup[] {
  if (isCollapsed(collapsedGroups, index)) return collapsedGroups.filter(([at]) => at !== index)
  const others = collapsedGroups.filter(([at]) => at < index || at > index + size)
  return [...others, [index, size] satisfies CollapsedGroup].sort((a, b) => a[0] - b[0])
}

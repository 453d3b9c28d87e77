import type { CollapsedGroup } from '#server/traces/waterfall/pick-rows.ts'

// Two countings of the same rows: among all that pass the filter, and among those that no collapsed row hides.

/** The place among all of a row that is visible. */
export function indexOf(collapsedGroups: readonly CollapsedGroup[], visible: number): number {
  let index = visible
  for (const [at, size] of collapsedGroups) {
    if (at >= index) break
    index += size
  }
  return index
}

/** The place among the visible ones; of a hidden row that of the one it is collapsed into. */
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

/** Collapses a row, and forgets what was collapsed below it; or expands it. */
export function toggle(
  collapsedGroups: readonly CollapsedGroup[],
  [index, size]: CollapsedGroup,
): CollapsedGroup[] {
  if (isCollapsed(collapsedGroups, index)) return collapsedGroups.filter(([at]) => at !== index)
  const others = collapsedGroups.filter(([at]) => at < index || at > index + size)
  return [...others, [index, size] satisfies CollapsedGroup].sort((a, b) => a[0] - b[0])
}

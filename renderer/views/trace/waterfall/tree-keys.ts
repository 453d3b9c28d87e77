import type { PlacedRow } from '#server/traces/waterfall/show-trace.ts'

export type TreeMove = { to: number } | { toggle: number } | { open: number }

interface Place {
  /** The visible row that has the focus. */
  active: number
  visibleCount: number
  rowsAPage: number
  /** Undefined if the row is not loaded. */
  rowAt: (visible: number) => PlacedRow | undefined
  isCollapsed: (row: PlacedRow) => boolean
}

/** The keys of a tree grid whose rows take the focus: https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/ */
export function parseTreeKey(key: string, place: Place): TreeMove | undefined {
  const { active, visibleCount, rowsAPage, rowAt, isCollapsed: isFolded } = place
  const row = rowAt(active)
  const to = (visible: number) => ({ to: Math.min(Math.max(visible, 0), visibleCount - 1) })
  switch (key) {
    case 'ArrowDown':
      return to(active + 1)
    case 'ArrowUp':
      return to(active - 1)
    case 'PageDown':
      return to(active + rowsAPage)
    case 'PageUp':
      return to(active - rowsAPage)
    case 'Home':
      return to(0)
    case 'End':
      return to(visibleCount - 1)
    case 'Enter':
    case ' ':
      return { open: active }
    case 'ArrowRight':
      if (row === undefined || row.size === 0) return undefined
      return isFolded(row) ? { toggle: active } : to(active + 1)
    case 'ArrowLeft':
      if (row === undefined) return undefined
      if (row.size > 0 && !isFolded(row)) return { toggle: active }
      return findParent(row, place)
    default:
      return undefined
  }
}

function findParent(row: PlacedRow, { active, rowAt }: Place): TreeMove | undefined {
  for (let visible = active - 1; visible >= 0; visible--) {
    const above = rowAt(visible)
    if (above === undefined) return undefined // The rows above are not loaded yet.
    if (above.depth < row.depth) return { to: visible }
  }
  return undefined
}

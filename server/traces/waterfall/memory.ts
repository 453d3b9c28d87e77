import type { Waterfall } from './waterfall.ts'

/** A user who looks at a trace asks for it again and again: for its further rows, one of its spans, its slow ones. */
const MOST_TRACES = 4
/** All remembered traces together have at most so many rows, which is some megabytes. */
const MOST_ROWS = 25_000

export interface WaterfallMemory {
  /** Finds a trace while its mark is the same; undefined once it has changed or was forgotten. */
  find(traceId: string, mark: string): Waterfall | undefined
  keep(waterfall: Waterfall, mark: string): void
}

/** Remembers the traces that were looked at last. */
export function createWaterfallMemory(): WaterfallMemory {
  const kept = new Map<string, { waterfall: Waterfall; mark: string }>()
  return {
    find(traceId, mark) {
      const known = kept.get(traceId)
      return known?.mark === mark ? known.waterfall : undefined
    },
    keep(waterfall, mark) {
      kept.delete(waterfall.traceId)
      kept.set(waterfall.traceId, { waterfall, mark })
      for (const oldest of kept.keys()) {
        const rows = [...kept.values()].reduce((sum, one) => sum + one.waterfall.rows.length, 0)
        if (kept.size <= MOST_TRACES && rows <= MOST_ROWS) return
        kept.delete(oldest)
      }
    },
  }
}

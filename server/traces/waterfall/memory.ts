import { LRUCache } from 'lru-cache'
import type { Waterfall } from './waterfall.ts'

/** A user who looks at a trace asks for it again and again: for its further rows, one of its spans, its slow ones. */
const MOST_TRACES = 4
/** All remembered traces together have at most so many rows, which is some megabytes. */
const MOST_ROWS = 25_000

export interface WaterfallMemory {
  /** Finds a trace while its mark is the same; undefined once it has changed or was forgotten. */
  find(traceId: string, version: string): Waterfall | undefined
  keep(waterfall: Waterfall, version: string): void
}

/** Remembers the traces that were looked at last. */
export function createWaterfallMemory(): WaterfallMemory {
  const kept = new LRUCache<string, { waterfall: Waterfall; version: string }>({
    max: MOST_TRACES,
    maxSize: MOST_ROWS,
    sizeCalculation: ({ waterfall }) => Math.max(1, waterfall.rows.length),
  })
  return {
    find(traceId, version) {
      const known = kept.get(traceId)
      return known?.version === version ? known.waterfall : undefined
    },
    keep(waterfall, version) {
      kept.set(waterfall.traceId, { waterfall, version })
    },
  }
}

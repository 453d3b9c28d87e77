import { LRUCache } from 'lru-cache'
import type { Waterfall } from './waterfall.ts'

/** Someone who looks at a trace asks for it again and again: for its further rows, one of its spans, its slow ones. */
const MOST_TRACES = 4
/** Of all of them: some megabytes. */
const MOST_ROWS = 25_000

export interface WaterfallMemory {
  /** As long as its mark is the same. */
  find(traceId: string, mark: string): Waterfall | undefined
  keep(waterfall: Waterfall, mark: string): void
}

/** The traces that were looked at last. */
export function createWaterfallMemory(): WaterfallMemory {
  const kept = new LRUCache<string, { waterfall: Waterfall; mark: string }>({
    max: MOST_TRACES,
    maxSize: MOST_ROWS,
    sizeCalculation: ({ waterfall }) => Math.max(1, waterfall.rows.length),
  })
  return {
    find(traceId, mark) {
      const known = kept.get(traceId)
      return known?.mark === mark ? known.waterfall : undefined
    },
    keep(waterfall, mark) {
      kept.set(waterfall.traceId, { waterfall, mark })
    },
  }
}

import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import { limits } from '../limits.ts'

/** Keeps what was delivered, for tests and for looking at it. */
export interface MemoryAdapter extends TelemetryAdapter {
  /** Oldest first; only the newest are kept. */
  readonly items: readonly TelemetryItem[]
}

export function createMemoryAdapter(capacity: number = limits.memoryItems): MemoryAdapter {
  const items: TelemetryItem[] = []
  return {
    name: 'memory',
    items,
    deliver(item) {
      items.push(item)
      if (items.length > capacity) items.shift()
    },
    flush: async () => true,
    close: async () => true,
  }
}

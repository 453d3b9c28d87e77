import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import { limits } from '../limits.ts'
import type { TransactionEvent } from '../trace/transaction.ts'

/** Stores delivered items in memory, for tests and for inspection. */
export interface MemoryAdapter extends TelemetryAdapter {
  /** Oldest first. Only the newest items are stored. */
  readonly items: readonly TelemetryItem[]
  /** The events among the items, and the transactions. */
  readonly events: TelemetryEvent[]
  readonly transactions: TransactionEvent[]
}

export function createMemoryAdapter(capacity: number = limits.memoryItems): MemoryAdapter {
  const items: TelemetryItem[] = []
  return {
    name: 'memory',
    items,
    get events() {
      return items.flatMap((item) => (item.type === 'event' ? [item.payload] : []))
    },
    get transactions() {
      return items.flatMap((item) => (item.type === 'transaction' ? [item.payload] : []))
    },
    deliver(item) {
      items.push(item)
      if (items.length > capacity) items.shift()
    },
    flush: async () => true,
    close: async () => true,
  }
}

import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import { limits } from '../limits.ts'
import type { TransactionEvent } from '../trace/transaction.ts'

/** Keeps what was delivered, for tests and for looking at it. */
export interface MemoryAdapter extends TelemetryAdapter {
  /** Oldest first; only the newest are kept. */
  readonly items: readonly TelemetryItem[]
  /** Those of the items that are events, and those that are transactions. */
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

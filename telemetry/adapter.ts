import type { DataCategory, Discards } from './client-report.ts'
import { settlesWithin } from './deadline.ts'
import type { TelemetryEvent } from './event.ts'

/** What telemetry records: each type is an envelope item's type and its payload. */
export type TelemetryItem = { type: 'event'; payload: TelemetryEvent }

/** The port. Whoever takes items from here decides where they go. */
export interface TelemetryAdapter {
  readonly name: string
  /** Takes the item and returns at once: it must neither throw nor block. */
  deliver(item: TelemetryItem): void
  /** True when all that was delivered before has left within the time. */
  flush(timeoutMs: number): Promise<boolean>
  /** As `flush`, and takes nothing after it. */
  close(timeoutMs: number): Promise<boolean>
}

/** How limits and reports count an item. */
export function categoryOf(item: TelemetryItem): DataCategory {
  switch (item.type) {
    case 'event':
      return 'error'
  }
}

/** An adapter that keeps the port's promises even where the one inside breaks them. */
export function guardAdapter(adapter: TelemetryAdapter, discards: Discards): TelemetryAdapter {
  const within = (start: () => Promise<boolean>, timeoutMs: number): Promise<boolean> => {
    let result = false
    const work = Promise.resolve()
      .then(start)
      .then((flushed) => {
        result = flushed === true
      })
    return settlesWithin(work, timeoutMs).then((settled) => settled && result)
  }
  return {
    name: adapter.name,
    deliver(item) {
      const fail = (): void =>
        discards.count('internal_sdk_error', categoryOf(item), `the ${adapter.name} adapter failed`)
      try {
        // An `async deliver` fits the type too, and its rejection would be the host's.
        const returned: unknown = adapter.deliver(item)
        if (returned instanceof Promise) returned.catch(fail)
      } catch {
        fail()
      }
    },
    flush: (timeoutMs) => within(() => adapter.flush(timeoutMs), timeoutMs),
    close: (timeoutMs) => within(() => adapter.close(timeoutMs), timeoutMs),
  }
}

/** Several adapters as one: each gets every item, and none waits for another. Guards all of them. */
export function combineAdapters(adapters: TelemetryAdapter[], discards: Discards): TelemetryAdapter {
  const guarded = adapters.map((adapter) => guardAdapter(adapter, discards))
  const all = async (results: Promise<boolean>[]): Promise<boolean> =>
    (await Promise.all(results)).every((flushed) => flushed)
  return {
    name: adapters.map((adapter) => adapter.name).join(' and '),
    deliver(item) {
      for (const adapter of guarded) adapter.deliver(item)
    },
    flush: (timeoutMs) => all(guarded.map((adapter) => adapter.flush(timeoutMs))),
    close: (timeoutMs) => all(guarded.map((adapter) => adapter.close(timeoutMs))),
  }
}

import type { Clock } from './clock.ts'
import type { TelemetryEvent } from './errors/event.ts'
import { limits } from './limits.ts'
import type { DynamicSamplingContext } from './trace/baggage.ts'
import type { TransactionEvent } from './trace/transaction.ts'
import type { ClientReport, DataCategory, DiscardReason, Discards } from './transport/client-report.ts'
import { settlesWithin } from './transport/deadline.ts'
import type { BrowserSession, SessionCounts } from './transport/session-items.ts'

/** An item that telemetry records: the type of an envelope item and its payload. */
export type TelemetryItem = (
  | { type: 'event'; payload: TelemetryEvent }
  | { type: 'transaction'; payload: TransactionEvent }
  | { type: 'client_report'; payload: ClientReport }
  | { type: 'session'; payload: BrowserSession }
  | { type: 'sessions'; payload: SessionCounts }
) & {
  /** The dynamic sampling context, for the envelope's header. */
  trace?: DynamicSamplingContext | undefined
}

/** The port for items. An adapter decides where they go, and ignores types that it does not know. */
export interface TelemetryAdapter {
  readonly name: string
  /** Accepts the item and returns at once. It must neither throw nor block. */
  deliver(item: TelemetryItem): void
  /** Resolves to true if all delivered items were sent within the time. */
  flush(timeoutMs: number): Promise<boolean>
  /** Does the same as `flush`, and accepts no items after it. */
  close(timeoutMs: number): Promise<boolean>
}

/** The category in which limits and reports count an item. */
export const categoryOf = ({ type }: TelemetryItem): DataCategory =>
  (({ event: 'error', sessions: 'session', client_report: 'internal' }) as const)[type as 'event'] ?? type

/** Counts a dropped item. As in Sentry's SDKs, a transaction also counts its spans. */
export function countItem(
  discards: Discards,
  reason: DiscardReason,
  item: TelemetryItem,
  detail?: string,
): void {
  const category = categoryOf(item)
  // Reports about lost reports would never end.
  if (category !== 'internal') discards.count(reason, category, detail)
  if (item.type === 'transaction') discards.count(reason, 'span', detail, item.payload.spans.length + 1)
}

/**
 * Combines several adapters. Each gets every item, and none delays another or harms the host, even if it
 * breaks the port's promises. Dropped items are delivered as a client report, every minute and with
 * `flush` and `close`.
 */
export function combineAdapters(
  adapters: TelemetryAdapter[],
  discards: Discards,
  clock: Clock,
): Omit<TelemetryAdapter, 'name'> {
  let closed = false
  const deliverTo = async (adapter: TelemetryAdapter, item: TelemetryItem): Promise<void> => {
    try {
      // An `async deliver` also fits the type, and its rejection would reach the host.
      await adapter.deliver(item)
    } catch {
      countItem(discards, 'internal_sdk_error', item, adapter.name)
    }
  }
  const deliver = (item: TelemetryItem): void => {
    if (closed) countItem(discards, 'queue_overflow', item)
    else adapters.forEach((adapter) => void deliverTo(adapter, item))
  }
  const report = (): void => {
    try {
      const item = discards.takeReport(clock)
      if (item) deliver(item)
    } catch {
      // The host's clock threw. A timer calls this, so that the error would end the host's process.
    }
  }
  const finish = async (verb: 'flush' | 'close', timeoutMs: number): Promise<boolean> => {
    report()
    const finishOne = async (adapter: TelemetryAdapter): Promise<boolean> => adapter[verb](timeoutMs)
    const all = adapters.map((adapter) => settlesWithin(finishOne(adapter), timeoutMs))
    return (await Promise.all(all)).every(Boolean)
  }
  const timer: unknown = setInterval(report, limits.clientReportMs)
  // Timers are numbers in browsers. In Node they are objects, which would keep the process alive.
  ;(timer as { unref?(): void }).unref?.()
  return {
    deliver,
    flush: (timeoutMs) => finish('flush', timeoutMs),
    close(timeoutMs) {
      clearInterval(timer as number) // The timer comes from `setInterval`.
      const finished = finish('close', timeoutMs)
      closed = true
      return finished
    },
  }
}

import type { Clock } from './clock.ts'
import type { TelemetryEvent } from './errors/event.ts'
import { limits } from './limits.ts'
import type { DynamicSamplingContext } from './trace/baggage.ts'
import type { TransactionEvent } from './trace/transaction.ts'
import type { ClientReport, DataCategory, DiscardReason, Discards } from './transport/client-report.ts'
import { settlesWithin } from './transport/deadline.ts'
import type { BrowserSession, SessionCounts } from './transport/session-items.ts'

/** What telemetry records: each type is an envelope item's type and its payload. */
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

/** The port. Whoever takes items from here decides where they go, and leaves types it does not know. */
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
export const categoryOf = ({ type }: TelemetryItem): DataCategory =>
  (({ event: 'error', sessions: 'session', client_report: 'internal' }) as const)[type as 'event'] ?? type

/** Counts an item that does not get through, and a transaction's spans with it, as Sentry's SDKs do. */
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
 * Several adapters as one: each gets every item, and none waits for another or harms the host, whatever
 * becomes of the port's promises in it. What was left out is delivered as a client report, each minute
 * and with `flush` and `close`.
 */
export function combineAdapters(
  adapters: TelemetryAdapter[],
  discards: Discards,
  clock: Clock,
): Omit<TelemetryAdapter, 'name'> {
  let closed = false
  const deliverTo = async (adapter: TelemetryAdapter, item: TelemetryItem): Promise<void> => {
    try {
      // An `async deliver` fits the type too, and its rejection would be the host's.
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
    const item = discards.takeReport(clock)
    if (item) deliver(item)
  }
  const finish = async (verb: 'flush' | 'close', timeoutMs: number): Promise<boolean> => {
    report()
    const finishOne = async (adapter: TelemetryAdapter): Promise<boolean> => adapter[verb](timeoutMs)
    const all = adapters.map((adapter) => settlesWithin(finishOne(adapter), timeoutMs))
    return (await Promise.all(all)).every(Boolean)
  }
  const timer: unknown = setInterval(report, limits.clientReportMs)
  ;(timer as { unref?(): void }).unref?.() // browsers have numbers; Node's would keep the process alive
  return {
    deliver,
    flush: (timeoutMs) => finish('flush', timeoutMs),
    close(timeoutMs) {
      clearInterval(timer as number) // what `setInterval` gave
      const finished = finish('close', timeoutMs)
      closed = true
      return finished
    },
  }
}

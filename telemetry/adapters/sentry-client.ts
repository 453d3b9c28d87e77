import { countItem, type TelemetryAdapter } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { sdk } from '../sdk.ts'
import { createDiscards, type Discard, type Discards } from '../transport/client-report.ts'

export interface SentryAdapterOptions {
  /** Throws at once when it is not a DSN. */
  dsn: string
  release?: string | undefined
  environment?: string | undefined
  discards?: Discards | undefined
  clock?: Clock
}

/** What both of Sentry's clients are to us. Its types describe its own events, which are the same on the wire. */
interface SentryClient {
  sendEnvelope(envelope: never): PromiseLike<unknown>
  recordDroppedEvent(reason: Discard['reason'], category: Discard['category'], count: number): void
  flush(timeoutMs: number): PromiseLike<boolean>
  close(timeoutMs: number): PromiseLike<boolean>
}

/**
 * Delivers through a client of Sentry's: its buffer, its rate limits, its client reports. What our core
 * built goes out as it is, for nothing of Sentry's prepares or samples it again.
 */
export function createSentryClientAdapter(
  name: string,
  client: SentryClient,
  { discards = createDiscards(), clock = Date.now }: SentryAdapterOptions,
): TelemetryAdapter {
  let closed = false
  return {
    name,
    deliver(item) {
      if (closed) countItem(discards, 'queue_overflow', item, 'the adapter is closed')
      else if (item.type === 'client_report') {
        for (const { reason, category, quantity } of item.payload.discarded_events)
          client.recordDroppedEvent(reason, category, quantity)
      } else {
        const header = {
          event_id: 'event_id' in item.payload ? item.payload.event_id : undefined,
          sent_at: new Date(clock()).toISOString(),
          sdk,
          trace: item.trace,
        }
        const envelope = [header, [[{ type: item.type }, item.payload]]]
        void client.sendEnvelope(envelope as never) // see SentryClient
      }
    },
    // To Sentry, 0 means without an end.
    flush: async (timeoutMs) => client.flush(Math.max(1, timeoutMs)),
    async close(timeoutMs) {
      closed = true
      return client.close(Math.max(1, timeoutMs))
    },
  }
}

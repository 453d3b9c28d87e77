import { countItem, type TelemetryAdapter } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { sdk } from '../sdk.ts'
import { createDiscards, type Discard, type Discards } from '../transport/client-report.ts'

export interface SentryAdapterOptions {
  /** An invalid DSN throws at once. */
  dsn: string
  release?: string | undefined
  environment?: string | undefined
  discards?: Discards | undefined
  clock?: Clock
}

/**
 * The parts of both Sentry clients that we use. Its types describe Sentry's own events, which are the same
 * on the wire.
 */
interface SentryClient {
  sendEnvelope(envelope: never): PromiseLike<unknown>
  recordDroppedEvent(reason: Discard['reason'], category: Discard['category'], count: number): void
  flush(timeoutMs: number): PromiseLike<boolean>
  close(timeoutMs: number): PromiseLike<boolean>
}

/**
 * Delivers through a Sentry client, with its buffer, rate limits and client reports. Items are sent as our
 * core built them, because Sentry neither prepares nor samples them again.
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
        void client.sendEnvelope(envelope as never) // See SentryClient for the types.
      }
    },
    // For Sentry, 0 means no limit.
    flush: async (timeoutMs) => client.flush(Math.max(1, timeoutMs)),
    async close(timeoutMs) {
      closed = true
      return client.close(Math.max(1, timeoutMs))
    },
  }
}

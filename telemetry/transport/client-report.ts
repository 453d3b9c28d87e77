import type { Clock } from '../clock.ts'

/** Why something was not sent: https://develop.sentry.dev/sdk/telemetry/client-reports/ */
export type DiscardReason =
  | 'before_send'
  | 'event_processor'
  | 'internal_sdk_error'
  | 'network_error'
  | 'queue_overflow'
  | 'ratelimit_backoff'
  | 'sample_rate'
  | 'send_error'

/** What it was: https://develop.sentry.dev/sdk/expected-features/rate-limiting/#definitions */
export type DataCategory = 'error' | 'transaction' | 'span' | 'session' | 'internal'

export interface Discard {
  reason: DiscardReason
  category: DataCategory
  quantity: number
}

/** https://develop.sentry.dev/sdk/telemetry/client-reports/#envelope-item-payload */
export interface ClientReport {
  /** Seconds since the epoch. */
  timestamp: number
  discarded_events: Discard[]
}

/** Counts all that was left out, so that nothing vanishes unseen. One for a telemetry and its adapters. */
export interface Discards {
  count(reason: DiscardReason, category: DataCategory, detail?: string, quantity?: number): void
  /** What was counted and not yet taken. */
  list(): Discard[]
  /** The same as a report, if there is anything: counting begins anew. */
  takeReport(clock: Clock): { type: 'client_report'; payload: ClientReport } | undefined
}

/** `sayOnce` makes sentences of what it counts. */
export function createDiscards(): Discards {
  let counts: Record<string, Discard> = {}
  const list = (): Discard[] => Object.values(counts)
  return {
    count(reason, category, _detail, quantity = 1) {
      const key = reason + category
      counts[key] = { reason, category, quantity: (counts[key]?.quantity ?? 0) + quantity }
    },
    list,
    takeReport(clock) {
      const discarded_events = list()
      counts = {}
      return discarded_events[0]
        ? { type: 'client_report', payload: { timestamp: clock() / 1000, discarded_events } }
        : undefined
    },
  }
}

import type { Clock } from '../clock.ts'

/** The reason why something was not sent: https://develop.sentry.dev/sdk/telemetry/client-reports/ */
export type DiscardReason =
  | 'before_send'
  | 'event_processor'
  | 'internal_sdk_error'
  | 'network_error'
  | 'queue_overflow'
  | 'ratelimit_backoff'
  | 'sample_rate'
  | 'send_error'

/** The category of the item: https://develop.sentry.dev/sdk/expected-features/rate-limiting/#definitions */
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

/**
 * Counts everything that was dropped, so that nothing is lost unseen. A telemetry and its adapters share
 * one.
 */
export interface Discards {
  count(reason: DiscardReason, category: DataCategory, detail?: string, quantity?: number): void
  /** The counts since the last report. */
  list(): Discard[]
  /** Returns the counts as a report, if there are any, and starts again from zero. */
  takeReport(clock: Clock): { type: 'client_report'; payload: ClientReport } | undefined
}

/** Counts dropped items. `sayOnce` also prints sentences about them. */
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

/** Why something was not sent: https://develop.sentry.dev/sdk/telemetry/client-reports/ */
type DiscardReason =
  | 'before_send'
  | 'event_processor'
  | 'internal_sdk_error'
  | 'network_error'
  | 'queue_overflow'
  | 'ratelimit_backoff'
  | 'send_error'

/** What it was: https://develop.sentry.dev/sdk/expected-features/rate-limiting/#definitions */
export type DataCategory = 'error'

/** An entry of a client report's `discarded_events`. */
interface Discard {
  reason: DiscardReason
  category: DataCategory
  quantity: number
}

/** Counts all that was left out, so that nothing vanishes unseen. One for a telemetry and its adapters. */
export interface Discards {
  count(reason: DiscardReason, category: DataCategory, detail?: string): void
  list(): Discard[]
}

// Filters do what they were set up for; the other reasons are news to whoever runs the host.
const intended = new Set<DiscardReason>(['before_send', 'event_processor'])

/** `say` hears of every reason once, with the first detail. */
export function createDiscards(say?: (sentence: string) => void): Discards {
  const counts = new Map<string, Discard>()
  const said = new Set<DiscardReason>()
  return {
    count(reason, category, detail) {
      const key = `${reason} ${category}`
      const quantity = (counts.get(key)?.quantity ?? 0) + 1
      counts.set(key, { reason, category, quantity })
      if (intended.has(reason) || said.has(reason)) return
      said.add(reason)
      try {
        say?.(`Telemetry left out an ${category}: ${detail ?? reason}. More of these are counted, not said.`)
      } catch {
        // Whoever listens may fail; what is being counted here must not fail for it.
      }
    },
    list: () => [...counts.values()],
  }
}

import { attempt } from './attempt.ts'
import type { DiscardReason, Discards } from './client-report.ts'

// Filters and sampling work as intended. The operator of the host should know about the other reasons.
const intended = new Set<DiscardReason>(['before_send', 'event_processor', 'sample_rate'])

/** Counts into `discards`, and calls `say` once for each reason with its first detail. `say` may throw. */
export function sayOnce(discards: Discards, say: (sentence: string) => void): Discards {
  const said = new Set<DiscardReason>()
  return {
    ...discards,
    count(reason, category, detail, quantity) {
      discards.count(reason, category, detail, quantity)
      if (intended.has(reason) || said.has(reason)) return
      said.add(reason)
      const why = detail ? `${reason}, ${detail}` : reason
      attempt(() =>
        say(`Telemetry dropped an item (${category}): ${why}. More of these are counted, but not logged.`),
      )
    },
  }
}

import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { BatchEntry } from './entry.ts'

/** Counts what processing found in an envelope, and its new spans. Records count themselves. */
export function outcomesOf({ projectId, keyId, receivedAt, outcomes, spans }: BatchEntry): OutcomeCount[] {
  const hour = Math.floor(receivedAt / HOUR_MS)
  const accepted = { category: 'span', outcome: 'accepted', reason: '', quantity: spans.length } as const
  return [...outcomes, ...(spans.length > 0 ? [accepted] : [])].map((outcome) => ({
    ...outcome,
    projectId,
    keyId,
    hour,
  }))
}

/** One row each, whatever a batch holds of them. */
export function sumOutcomes(counts: readonly OutcomeCount[]): OutcomeCount[] {
  const sums = new Map<string, OutcomeCount>()
  for (const count of counts) {
    const { projectId, keyId, hour, category, outcome, reason } = count
    const name = `${projectId}:${keyId}:${hour}:${category}:${outcome}:${reason}` // none but the last has a colon
    const quantity = (sums.get(name)?.quantity ?? 0) + count.quantity
    sums.set(name, { ...count, quantity })
  }
  return [...sums.values()]
}

import { categoryOfKind } from '#server/processing/record.ts'
import type { CountedOutcome } from '#server/protocol/outcome.ts'
import type { BatchEntry } from './entry.ts'

export function isAnythingIn({ event, spans, records }: BatchEntry): boolean {
  return event !== undefined || spans.length > 0 || records.length > 0
}

/** Of an envelope that was processed and then could not be stored: what was accepted is not. */
export function lostOutcomes({ outcomes, spans, records }: BatchEntry): CountedOutcome[] {
  const lost = { outcome: 'invalid', reason: 'internal' } as const
  return [
    ...outcomes.map((counted) => (counted.outcome === 'accepted' ? { ...counted, ...lost } : counted)),
    ...(spans.length > 0 ? [{ category: 'span', ...lost, quantity: spans.length } as const] : []),
    ...records.map(({ kind }) => ({ category: categoryOfKind(kind), ...lost, quantity: 1 })),
  ]
}

import { readItemCounts } from '#server/protocol/item-counts.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { SubmittedEnvelope } from './batch/entry.ts'

/** All that an envelope holds, with one outcome; one of no category where that can't be read. */
export function countAll(
  envelope: SubmittedEnvelope,
  outcome: OutcomeCount['outcome'],
  reason: string,
): OutcomeCount[] {
  const { projectId, keyId, receivedAt } = envelope
  const hour = Math.floor(receivedAt / HOUR_MS)
  const items = readItemCounts(envelope)
  const counts = items.length > 0 ? items : [{ category: 'default', quantity: 1 } as const]
  return counts.map(({ category, quantity }) => ({
    ...{ projectId, keyId, hour, category, outcome, reason, quantity },
  }))
}

/** Counts what was not let in, until a batch takes the sums to the database: nothing vanishes without a trace. */
export function createTurnedAway() {
  const sums = new Map<string, OutcomeCount>()
  return {
    add(count: OutcomeCount): void {
      const { projectId, keyId, hour, category, outcome, reason } = count
      const name = `${projectId}:${keyId}:${hour}:${category}:${outcome}:${reason}`
      const known = sums.get(name)
      if (known) known.quantity += count.quantity
      else sums.set(name, { ...count })
    },
    isEmpty: () => sums.size === 0,
    take(): OutcomeCount[] {
      const counts = [...sums.values()]
      sums.clear()
      return counts
    },
  }
}

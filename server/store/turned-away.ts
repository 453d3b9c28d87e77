import type { OutcomeCount } from './batch-statements.ts'

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

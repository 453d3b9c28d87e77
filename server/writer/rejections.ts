import { parseItemCounts } from '#server/protocol/item-counts.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { type SubmitResult, type SubmittedEnvelope, TOO_MUCH_WORK, UNREADABLE } from './batch/submission.ts'
import { type RefusalReason, refusalOf } from './refusal.ts'

/** Rejections wait so long for a batch that would take their counts, before they have one of their own. */
const COUNT_AFTER_MS = 1_000

/** Counts what was rejected, until a batch takes the sums to the database: nothing vanishes without a trace. */
export interface Rejections {
  add(counts: OutcomeCount[]): void
  /** Counts an envelope that the server cannot take now, and gives its answer. */
  refuse(envelope: SubmittedEnvelope, reason: RefusalReason): SubmitResult
  /** Counts an envelope that took too long, or that our own code failed on, and gives its answer. */
  giveUp(envelope: SubmittedEnvelope, reason: 'too_much_work' | 'internal'): SubmitResult
  isEmpty(): boolean
  take(): OutcomeCount[]
  /** Takes back counts that were not stored: they go with the next batch. */
  putBack(counts: OutcomeCount[]): void
  /** Asks for no more batches. What was counted can still be taken. */
  close(): void
}

/** `onDue` is called when counts have waited long enough. */
export function createRejections(onDue: () => void): Rejections {
  const sums = new Map<string, OutcomeCount>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function sum(count: OutcomeCount): void {
    const { projectId, keyId, hour, category, outcome, reason } = count
    const name = `${projectId}:${keyId}:${hour}:${category}:${outcome}:${reason}`
    const known = sums.get(name)
    if (known) known.quantity += count.quantity
    else sums.set(name, { ...count })
  }

  function add(counts: OutcomeCount[]): void {
    counts.forEach(sum)
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      onDue()
    }, COUNT_AFTER_MS).unref()
  }

  return {
    add,
    refuse(envelope, reason) {
      add(countAll(envelope, 'rate_limited', reason))
      return refusalOf(reason)
    },
    giveUp(envelope, reason) {
      add(countAll(envelope, 'invalid', reason))
      return reason === 'internal' ? UNREADABLE : TOO_MUCH_WORK
    },
    isEmpty: () => sums.size === 0,
    take() {
      const counts = [...sums.values()]
      sums.clear()
      return counts
    },
    putBack: (counts) => counts.forEach(sum),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Counts all that an envelope holds with one outcome; as one item of no category where that cannot be read. */
function countAll(
  envelope: SubmittedEnvelope,
  outcome: OutcomeCount['outcome'],
  reason: string,
): OutcomeCount[] {
  const { projectId, keyId, receivedAt } = envelope
  const hour = Math.floor(receivedAt / HOUR_MS)
  const items = parseItemCounts(envelope)
  const counts = items.length > 0 ? items : [{ category: 'default', quantity: 1 } as const]
  return counts.map(({ category, quantity }) => ({
    ...{ projectId, keyId, hour, category, outcome, reason, quantity },
  }))
}

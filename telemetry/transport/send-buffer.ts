import { limits } from '../limits.ts'
import { settlesWithin } from './deadline.ts'

/** Work under way, so much at once and no more. */
export interface SendBuffer {
  /** Starts `send`, unless the buffer is full: then it answers false and starts nothing. */
  add(send: () => Promise<void>): boolean
  /** How much is under way. */
  size(): number
  /** True when all that was under way at the call has ended in time. */
  flush(timeoutMs: number): Promise<boolean>
}

export function createSendBuffer(capacity: number = limits.sendBuffer): SendBuffer {
  const pending = new Set<Promise<void>>()
  return {
    add(send) {
      if (pending.size >= capacity) return false
      // A send counts its own failures; here it only has to be over.
      const work: Promise<void> = (async () => send())()
        .catch(() => {})
        .finally(() => pending.delete(work))
      pending.add(work)
      return true
    },
    size: () => pending.size,
    flush: (timeoutMs) => settlesWithin(Promise.all(pending), timeoutMs),
  }
}

import { limits } from '../limits.ts'
import { settlesWithin } from './deadline.ts'

/** Limits the amount of work in progress. */
export interface SendBuffer {
  /** Starts `send`, unless the buffer is full. Then it returns false and starts nothing. */
  add(send: () => Promise<void>): boolean
  /** The number of requests in progress. */
  size(): number
  /** True if everything that was in progress at the call has ended in time. */
  flush(timeoutMs: number): Promise<boolean>
}

export function createSendBuffer(capacity: number = limits.sendBuffer): SendBuffer {
  const pending = new Set<Promise<void>>()
  return {
    add(send) {
      if (pending.size >= capacity) return false
      // A request counts its own failures. Here it only has to end.
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

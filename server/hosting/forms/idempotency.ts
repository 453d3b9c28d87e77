import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#server/protocol/time.ts'

export interface IdempotencyOptions {
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Results are remembered for this time. */
  windowMs?: number
  /** How many results are remembered, and how many bytes of them: the longest unused go first. */
  entries?: number
  bytes?: number
}

/** Does each thing once: a second call for it, at the same time or soon after, gets the first result. */
export interface Idempotency {
  /**
   * A rejection is not remembered: only callers that wait for it meanwhile share the failure. A result that is no
   * longer fresh is dropped, and the work is done again.
   */
  run<Result extends object>(
    key: string,
    work: () => Promise<Result>,
    isFresh?: (result: Result) => Promise<boolean>,
  ): Promise<{ result: Result; isRepeat: boolean }>
}

export function createIdempotency(options: IdempotencyOptions): Idempotency {
  const { clock, windowMs = 10 * MINUTE_MS, entries = 1000, bytes = 4 * 1024 * 1024 } = options
  const running = new Map<string, Promise<object>>()
  const remembered = new LRUCache<string, { result: object; keptAt: number }>({
    max: entries,
    maxSize: bytes,
    sizeCalculation: ({ result }, key) => key.length + JSON.stringify(result).length,
  })

  async function start<Result extends object>(key: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      remembered.set(key, { result, keptAt: clock() })
      return result
    } finally {
      running.delete(key)
    }
  }

  async function run<Result extends object>(
    key: string,
    work: () => Promise<Result>,
    isFresh: (result: Result) => Promise<boolean> = async () => true,
  ): Promise<{ result: Result; isRepeat: boolean }> {
    const known = remembered.get(key)
    if (known !== undefined && clock() - known.keptAt >= windowMs) remembered.delete(key)
    else if (known !== undefined) {
      const result = known.result as Result // a key stands for one kind of work, so what it came to is of its type
      if (await isFresh(result)) return { result, isRepeat: true }
      if (remembered.get(key) === known) remembered.delete(key)
      else if (remembered.has(key)) return run(key, work, isFresh) // somebody did it anew meanwhile
    }
    const begun = running.get(key)
    if (begun !== undefined) return { result: (await begun) as Result, isRepeat: true } // The type is known for the same reason.
    const started = start(key, work)
    running.set(key, started)
    return { result: await started, isRepeat: false }
  }

  return { run }
}

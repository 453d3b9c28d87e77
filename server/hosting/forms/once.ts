export interface OnceOptions {
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Results are remembered for this time. */
  windowMs?: number
  /** Bounds the number of remembered results and their bytes: the oldest are dropped first. */
  entries?: number
  bytes?: number
}

/** Does each thing once: a second call for it, at the same time or soon after, gets the first result. */
export interface Once {
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

export function createOnce(options: OnceOptions): Once {
  const { clock, windowMs = 10 * 60_000, entries = 1000, bytes = 4 * 1024 * 1024 } = options
  const running = new Map<string, Promise<object>>()
  const kept = new Map<string, { result: object; keptAt: number; size: number }>() // The oldest come first.
  let keptBytes = 0

  function forget(isTooMuch: (oldest: { keptAt: number }) => boolean): void {
    for (const [key, entry] of kept) {
      if (!isTooMuch(entry)) return
      drop(key, entry)
    }
  }

  function drop(key: string, { size }: { size: number }): void {
    kept.delete(key)
    keptBytes -= size
  }

  function keep(key: string, result: object): void {
    const size = key.length + JSON.stringify(result).length
    kept.set(key, { result, keptAt: clock(), size })
    keptBytes += size
    forget(() => kept.size > entries || keptBytes > bytes)
  }

  async function start<Result extends object>(key: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      keep(key, result)
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
    const now = clock()
    forget(({ keptAt }) => now - keptAt >= windowMs)
    const known = kept.get(key)
    if (known !== undefined) {
      const result = known.result as Result // A key stands for one kind of work, so its result has that type.
      if (await isFresh(result)) return { result, isRepeat: true }
      if (kept.get(key) === known) drop(key, known)
      else if (kept.has(key)) return run(key, work, isFresh) // Another call has done it again meanwhile.
    }
    const begun = running.get(key)
    if (begun !== undefined) return { result: (await begun) as Result, isRepeat: true } // The type is known for the same reason.
    const started = start(key, work)
    running.set(key, started)
    return { result: await started, isRepeat: false }
  }

  return { run }
}

export interface OnceOptions {
  /** Milliseconds since the epoch. */
  clock: () => number
  /** How long a result is remembered. */
  windowMs?: number
  /** How many results are remembered, and how many bytes of them: the oldest go first. */
  entries?: number
  bytes?: number
}

/** Does each thing once: who asks for it again, at the same time or soon after, gets the first result. */
export interface Once {
  /** What rejects is not remembered: only those who wait for it meanwhile share the failure. */
  run<Result extends object>(
    key: string,
    work: () => Promise<Result>,
  ): Promise<{ result: Result; isRepeat: boolean }>
}

export function createOnce(options: OnceOptions): Once {
  const { clock, windowMs = 10 * 60_000, entries = 1000, bytes = 4 * 1024 * 1024 } = options
  const running = new Map<string, Promise<object>>()
  const kept = new Map<string, { result: object; keptAt: number; size: number }>() // oldest first
  let keptBytes = 0

  function forget(isTooMuch: (oldest: { keptAt: number }) => boolean): void {
    for (const [key, entry] of kept) {
      if (!isTooMuch(entry)) return
      kept.delete(key)
      keptBytes -= entry.size
    }
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

  return {
    async run<Result extends object>(key: string, work: () => Promise<Result>) {
      const now = clock()
      forget(({ keptAt }) => now - keptAt >= windowMs)
      const known = kept.get(key)?.result ?? running.get(key)
      // a key stands for one kind of work, so what it came to is of its type
      if (known !== undefined) return { result: (await known) as Result, isRepeat: true }
      const started = start(key, work)
      running.set(key, started)
      return { result: await started, isRepeat: false }
    },
  }
}

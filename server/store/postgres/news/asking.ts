/** Runs one at a time. A call waits for a run that began after it; calls that wait share it. */
export function createTurns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function start(): Promise<void> {
    next = undefined
    const turn = run().finally(() => {
      if (running === turn) running = undefined
    })
    running = turn
    return turn
  }

  return () => {
    if (running === undefined) return start()
    next ??= running.then(start, start)
    return next
  }
}

export interface Repeating {
  /** Resolves when the last run has ended. */
  close(): Promise<void>
}

interface RepeatOptions {
  everyMs: number
  /** The longest pause while it fails. */
  longestMs: number
  /** Called once for failures in a row. */
  onFailure: (thrown: unknown) => void
}

/** Runs again and again, less often while it fails. It keeps no process alive. */
export function repeat(
  run: () => Promise<void>,
  { everyMs, longestMs, onFailure }: RepeatOptions,
): Repeating {
  let failures = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function runOnce(): Promise<void> {
    try {
      await run()
      failures = 0
    } catch (thrown) {
      if (failures++ === 0 && !isClosed) onFailure(thrown)
    }
    if (!isClosed) schedule(Math.min(longestMs, everyMs * 2 ** failures))
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      running = runOnce()
    }, delayMs).unref()
  }

  schedule(everyMs)
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/protocol/time.ts'
import { deleteOldResults } from '#server/store/uptime/results.ts'
import { createRunner, type RunnerOptions } from './run/run-checks.ts'

/** The pause between two looks; a check is asked so late at most. */
const LOOK_PAUSE_MS = SECOND_MS
const SWEEP_EVERY_MS = HOUR_MS
/** Each result is kept for so long, and counts by the hour and incidents for longer. */
const RESULTS_KEPT_MS = 14 * DAY_MS
const HOURS_KEPT_MS = 100 * DAY_MS
const SWEEP = 500

/** Starts asking what is due. Every process does this; each check is asked by one of them. */
export function startUptime(options: Omit<RunnerOptions, 'stop'>): { close(): Promise<void> } {
  const { store, clock, onFailure } = options
  const stopping = new AbortController()
  const runner = createRunner({ ...options, stop: stopping.signal })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> = Promise.resolve()
  let isClosed = false
  let sweptAt = clock()

  async function sweep(): Promise<void> {
    const now = clock()
    if (now - sweptAt < SWEEP_EVERY_MS) return
    const old = { resultsBefore: now - RESULTS_KEPT_MS, hoursBefore: now - HOURS_KEPT_MS, limit: SWEEP }
    const hasMore = await store.writeInTurn((trx) => deleteOldResults(trx, old), 'alerts')
    if (!hasMore) sweptAt = now
  }

  async function look(): Promise<void> {
    try {
      await runner.begin()
      await sweep()
    } catch (thrown) {
      onFailure(thrown) // the next look tries it again
    }
  }

  function lookAgain(): void {
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (!isClosed) lookAgain()
      })
    }, LOOK_PAUSE_MS).unref()
  }

  lookAgain()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      stopping.abort()
      await looking
      await runner.settle()
    },
  }
}

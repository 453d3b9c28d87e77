import { SECOND_MS } from '#server/protocol/time.ts'
import { type InStepOptions, stepSlice } from './steps/keep-in-step.ts'

interface TrackersOptions extends InStepOptions {
  onFailure: (thrown: unknown) => void
}

/** A tracker hears of a change so late at most. */
const PAUSE_MS = 3 * SECOND_MS
/** Between two slices the writer has its turn. */
const SLICE_PAUSE_MS = 25

/** Keeps issues of trackers in step with ours; resolves when what is being told has been answered. */
export function startTrackers(options: TrackersOptions): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function runSafely(): Promise<boolean> {
    try {
      return await stepSlice(options)
    } catch (thrown) {
      options.onFailure(thrown) // the next look tries it again
      return false
    }
  }

  function runAfter(delayMs: number): void {
    timer = setTimeout(() => {
      running = runSafely().then((hasMore) => {
        if (!isClosed) runAfter(hasMore ? SLICE_PAUSE_MS : PAUSE_MS)
      })
    }, delayMs).unref()
  }

  runAfter(PAUSE_MS)
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await running
  }
}

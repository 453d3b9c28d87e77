import { setTimeout } from 'node:timers/promises'
import type { Folder } from './folder.ts'

/** The pause between checks, because another process may have stored something, or may have died while it folded. */
const LOOK_MS = 250
/**
 * A folder rests for so many times as long as its last fold took, and for a second at most. Each counter is written once a
 * fold, however much counts into it: a fold after each batch took more of the processors than storing the batch.
 */
const REST_SHARE = 8
const LONGEST_REST_MS = 1_000
/** Further behind than this it does not rest. */
const BEHIND_MS = 1_000

export interface FoldingOptions {
  folder: Folder
  clock: () => number
  /** Called after each check with the age of the oldest row that is not counted yet; 0 if all are. */
  onLag: (lagMs: number) => void
  /** Milliseconds that pass, whatever the time of day does. */
  stopwatch?: () => number
  /** Resolves after so many milliseconds, or when it is aborted. */
  rest?: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface Folding {
  /** Folds soon, because something was stored. */
  wake(): void
  /** Ends its rest, because somebody waits for what is not counted yet. */
  hurry(): void
  /** Resolves when nothing is being folded any more. */
  close(): Promise<void>
}

/** Folds the journal again and again. A fold that fails is tried again at the next check, and shows in the lag. */
export function startFolding({
  folder,
  clock,
  onLag,
  stopwatch = () => performance.now(),
  rest = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
}: FoldingOptions): Folding {
  const closing = new AbortController()
  let resting: AbortController | undefined
  let isAwake = false
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    let hasMore: boolean
    do {
      isAwake = false
      const startedAt = stopwatch()
      const hasFolded = await folder.fold().catch(() => false)
      const tookMs = stopwatch() - startedAt
      const oldest = await folder.oldest().catch(() => undefined)
      const lagMs = oldest === undefined ? 0 : Math.max(0, clock() - oldest)
      onLag(lagMs) // while much arrives it is told after each pass
      if (hasFolded && lagMs <= BEHIND_MS && !closing.signal.aborted) {
        resting = new AbortController()
        await rest(Math.min(LONGEST_REST_MS, REST_SHARE * tookMs), resting.signal)
        resting = undefined
      }
      hasMore = isAwake || (hasFolded && oldest !== undefined)
    } while (hasMore && !closing.signal.aborted)
  }

  function start(): void {
    if (closing.signal.aborted || running !== undefined) return
    running = look().finally(() => {
      running = undefined
    })
  }

  const timer = setInterval(start, LOOK_MS)
  return {
    wake() {
      isAwake = true
      start()
    },
    hurry: () => resting?.abort(),
    async close() {
      closing.abort()
      resting?.abort()
      clearInterval(timer)
      await running
    },
  }
}

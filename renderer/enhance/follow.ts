import type { SetTimer } from '#telemetry/trace/idle-span.ts'

interface FollowOptions {
  /** Loads the page again and shows the result. */
  look: () => Promise<void>
  /** Whether the server sends updates. */
  isLive: () => boolean
  isSeen: () => boolean
  setTimer: SetTimer
  clock: () => number
}

export interface Follower {
  /** Call this when an update concerns the page. */
  received(): void
  end(): void
}

/** The least time between two reloads, and the interval of reloads while the server sends no updates. */
const EVERY_MS = 2_000

/**
 * Keeps a visible page up to date: it reloads after an update, or at intervals while the stream of updates
 * is closed.
 */
export function follow({ look, isLive, isSeen, setTimer, clock }: FollowOptions): Follower {
  let lookedAt = clock()
  let isLooking = false
  let isStale = false
  let isEnded = false
  let cancelLook: (() => void) | undefined
  let cancelTick = setTimer(tick, EVERY_MS)

  function tick(): void {
    cancelTick = setTimer(tick, EVERY_MS)
    if (!isLive()) received()
  }

  function received(): void {
    isStale = true
    if (isLooking || cancelLook || isEnded) return
    cancelLook = setTimer(() => void run(), Math.max(0, lookedAt + EVERY_MS - clock()))
  }

  async function run(): Promise<void> {
    cancelLook = undefined
    if (!isSeen()) return // A hidden page catches up when it becomes visible again.
    isLooking = true
    isStale = false
    lookedAt = clock()
    await look()
    isLooking = false
    if (isStale) received()
  }

  return {
    received,
    end() {
      isEnded = true
      cancelTick()
      cancelLook?.()
    },
  }
}

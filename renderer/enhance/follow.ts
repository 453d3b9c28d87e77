import type { SetTimer } from '#telemetry/trace/idle-span.ts'

interface FollowOptions {
  /** Shows the page as it is now. */
  look: () => Promise<void>
  /** Whether updates come by themselves. */
  isLive: () => boolean
  isSeen: () => boolean
  setTimer: SetTimer
  clock: () => number
}

export interface Follower {
  /** Something came that the page shows. */
  received(): void
  end(): void
}

/** Looks no more often, however much comes; and so often where nobody tells that something came. */
const EVERY_MS = 2_000

/** Keeps a page up to date while it is seen: when something came, or by asking where the stream of updates is not open. */
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
    if (!isSeen()) return // it hears of what it has missed when it is seen again
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

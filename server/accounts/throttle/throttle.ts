import type { Random } from '#server/accounts/secrets.ts'
import { type Attempt, bucketsOf, type ThrottleLimits } from './attempts.ts'
import { createBucketSketch } from './bucket-sketch.ts'

/**
 * Counts sign-in attempts. Time is passed in, in milliseconds since the epoch; a throttle that several processes share asks
 * the database for it.
 */
export interface Throttle {
  /**
   * Counts one attempt, before its password is checked. Returns the seconds to wait when there were too many, else 0.
   */
  attempt(who: Attempt, now: number): number | Promise<number>
  /** Takes one attempt back, because its password was right. */
  forgive(who: Attempt, now: number): void | Promise<void>
}

/** Counts the attempts that one process gets. */
export interface OwnThrottle {
  attempt(who: Attempt, now: number): number
  forgive(who: Attempt, now: number): void
}

/**
 * After ten guesses a source has 40 more an hour. The widths follow from the possible load: every attempt that is let
 * through costs a hash of 15 ms or more on one of four threads, so there are fewer than 300 a second. Even then a cell
 * gets less than a tenth to a half of what leaks from it, and a key is held up wrongly only if all four of its cells
 * are full to the burst (throttle.test.ts). They take 6 MB together.
 */
export const LIMITS: ThrottleLimits = {
  each: { burst: 10, refillMs: 90_000, width: 131_072 },
  network: { burst: 50, refillMs: 18_000, width: 32_768 },
  account: { burst: 30, refillMs: 30_000, width: 32_768 },
}

/** A refused attempt changes nothing: more attempts do not hold a key up for longer. */
export function createThrottle(random: Random, limits = LIMITS): OwnThrottle {
  const sketches = {
    each: createBucketSketch(limits.each, random),
    network: createBucketSketch(limits.network, random),
    account: createBucketSketch(limits.account, random),
  }
  const steady = createSteadyClock()
  const sketchesOf = (who: Attempt) => bucketsOf(who).map(([limit, key]) => [sketches[limit], key] as const) // pairs

  return {
    attempt(who, wallClock) {
      const now = steady(wallClock)
      const buckets = sketchesOf(who)
      const waitMs = Math.max(...buckets.map(([sketch, key]) => sketch.waitMs(key, now)))
      if (waitMs > 0) return Math.ceil(waitMs / 1000)
      for (const [sketch, key] of buckets) sketch.take(key, now)
      return 0
    },
    forgive(who, wallClock) {
      const now = steady(wallClock)
      for (const [sketch, key] of sketchesOf(who)) sketch.giveBack(key, now)
    },
  }
}

/**
 * The clock continues from where it was when the machine's clock is set back: a wrong time must not make anyone wait.
 */
function createSteadyClock(): (wallClock: number) => number {
  let last = Number.NEGATIVE_INFINITY
  let ahead = 0
  return (wallClock) => {
    if (wallClock < last) ahead += last - wallClock
    last = wallClock
    return wallClock + ahead
  }
}

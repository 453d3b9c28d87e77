import type { Random } from '#server/accounts/secrets.ts'
import { type BucketLimits, createBucketSketch } from './bucket-sketch.ts'
import { networksOf } from './networks.ts'

/** Counts sign-in attempts. Time is passed in, in milliseconds since the epoch. */
export interface Throttle {
  /**
   * Counts one attempt, before its password is checked. Returns the seconds to wait when there were too many, else 0.
   */
  attempt(who: Attempt, now: number): number
  /** Takes one attempt back, because its password was right. */
  forgive(who: Attempt, now: number): void
}

export interface Attempt {
  ip: string
  email: string
  /** A secret that only browsers have which signed in to this account before. */
  device?: string | undefined
}

export interface ThrottleLimits {
  /** Limits attempts from one address, to one account from one network, and to one account from one known device. */
  each: BucketLimits
  /** Limits attempts from one network, to all accounts together. */
  network: BucketLimits
  /**
   * Limits attempts to one account, from everywhere. It allows more than one network may use, so that it takes several
   * networks to use it up.
   */
  account: BucketLimits
}

/**
 * After ten guesses a source has 40 more an hour. The widths follow from the possible load: every attempt that is let
 * through costs a hash of 15 ms or more on one of four threads, so there are fewer than 300 a second. Even then a cell
 * gets less than a tenth to a half of what leaks from it, and a key is held up wrongly only if all four of its cells
 * are full to the burst (throttle.test.ts). They take 6 MB together.
 */
const LIMITS: ThrottleLimits = {
  each: { burst: 10, refillMs: 90_000, width: 131_072 },
  network: { burst: 50, refillMs: 18_000, width: 32_768 },
  account: { burst: 30, refillMs: 30_000, width: 32_768 },
}

/**
 * A refused attempt changes nothing: more attempts do not hold a key up for longer. A known device is counted by
 * itself, so that an attacker cannot lock users out of their account by guessing at it
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export function createThrottle(random: Random, limits = LIMITS): Throttle {
  const each = createBucketSketch(limits.each, random)
  const network = createBucketSketch(limits.network, random)
  const account = createBucketSketch(limits.account, random)
  const steady = createSteadyClock()

  function bucketsOf({ ip, email, device }: Attempt) {
    if (device !== undefined) return [[each, `device ${device}`]] as const // pairs
    const { near, wide } = networksOf(ip)
    return [
      [each, `address ${near}`],
      [each, `pair ${wide} ${email}`],
      [network, wide],
      [account, email],
    ] as const // pairs
  }

  return {
    attempt(who, wallClock) {
      const now = steady(wallClock)
      const buckets = bucketsOf(who)
      const waitMs = Math.max(...buckets.map(([sketch, key]) => sketch.waitMs(key, now)))
      if (waitMs > 0) return Math.ceil(waitMs / 1000)
      for (const [sketch, key] of buckets) sketch.take(key, now)
      return 0
    },
    forgive(who, wallClock) {
      const now = steady(wallClock)
      for (const [sketch, key] of bucketsOf(who)) sketch.giveBack(key, now)
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

import type { CellMs, SignInCells } from '#server/store/memory/sign-in-cells.ts'
import { type Attempt, bucketsOf, type ThrottleLimits } from './attempts.ts'
import { cellsOfKey, ROWS } from './bucket-sketch.ts'
import { LIMITS, type Throttle } from './throttle.ts'

interface SharedThrottleOptions {
  cells: SignInCells
  /** Decides which cells a key has: the same in all processes. */
  secret: string
}

/** More cells than in memory, because several processes let more attempts through. Unused cells take no room in a database. */
const WIDER = 4

interface Bucket {
  burst: number
  refillMs: number
  cells: number[]
}

/** The places of the sketches' cells among all cells. */
const OFFSETS: Record<keyof ThrottleLimits, number> = {
  each: 0,
  network: ROWS * WIDER * LIMITS.each.width,
  account: ROWS * WIDER * (LIMITS.each.width + LIMITS.network.width),
}

/**
 * The same sketches as in memory (bucket-sketch.ts), with cells that several processes share. So their number is bounded,
 * whoever attempts what. A refused attempt reads only.
 */
export function createSharedThrottle({ cells, secret }: SharedThrottleOptions): Throttle {
  const bucketsOfAttempt = (who: Attempt): Bucket[] =>
    bucketsOf(who).map(([limit, key]) => {
      const { burst, refillMs, width } = LIMITS[limit]
      const own = cellsOfKey(key, { secret, width: WIDER * width })
      return { burst, refillMs, cells: own.map((cell) => OFFSETS[limit] + cell) }
    })
  return {
    async attempt(who) {
      const buckets = bucketsOfAttempt(who)
      const waitMs = (levels: CellMs) => Math.max(...buckets.map((bucket) => waitOf(bucket, levels)))
      const adds = addsOf(buckets)
      const known = waitMs(await cells.read([...adds.keys()]))
      if (known > 0) return Math.ceil(known / 1000)
      // Others may have been faster.
      return Math.ceil(waitMs(await cells.take(adds, (before) => waitMs(before) === 0)) / 1000)
    },
    forgive: (who) => cells.giveBack(addsOf(bucketsOfAttempt(who))),
  }
}

function waitOf({ burst, refillMs, cells }: Bucket, levels: CellMs): number {
  const emptiest = Math.min(...cells.map((cell) => levels.get(cell) ?? 0))
  return Math.max(0, emptiest - (burst - 1) * refillMs)
}

/** Two keys of one attempt may share a cell. */
function addsOf(buckets: readonly Bucket[]): CellMs {
  const adds = new Map<number, number>()
  for (const { cells, refillMs } of buckets) {
    for (const cell of cells) adds.set(cell, (adds.get(cell) ?? 0) + refillMs)
  }
  return adds
}

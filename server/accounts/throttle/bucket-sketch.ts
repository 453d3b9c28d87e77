import { hash } from 'node:crypto'
import type { Random } from '#server/accounts/secrets.ts'

/** A key may take `burst` at once; each comes back `refillMs` after it was taken, one after the other. */
export interface BucketLimits {
  burst: number
  refillMs: number
  /** Cells of a row. Four rows of eight bytes for each cell are all the memory, no matter how many keys there are. */
  width: number
}

/** Leaky buckets for any number of keys, in constant memory. Times are milliseconds; they never run backwards. */
export interface BucketSketch {
  /** Returns how long it takes until the key may take one. Reading changes nothing. */
  waitMs(key: string, now: number): number
  take(key: string, now: number): void
  /** Undoes one `take()` of this key. */
  giveBack(key: string, now: number): void
}

/** The rows of a sketch. */
export const ROWS = 4
const SECRET_BYTES = 32

/** Returns the cells of a key, one in each row. */
export function cellsOfKey(key: string, { secret, width }: { secret: string; width: number }): number[] {
  const digest = hash('sha256', secret + key, 'buffer')
  return Array.from({ length: ROWS }, (_, row) => row * width + (digest.readUInt32LE(row * 4) % width))
}

/** An attempt asks three times for the cells of the same few keys: whether they are full, to take one, and to give it back. */
const REMEMBERED = 8

function rememberLast(read: (key: string) => number[]): (key: string) => number[] {
  const known = new Map<string, number[]>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const cells = read(key)
    const [oldest] = known.size < REMEMBERED ? [] : known.keys()
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, cells)
    return cells
  }
}

/**
 * A count-min sketch (Cormode and Muthukrishnan, 2005) of buckets: a cell holds the time at which it will have leaked
 * dry, as in the GCRA of ATM traffic control, so that time empties it without any work. A key has a cell in each row
 * and is as full as its emptiest cell: what others add to a shared cell can make a key seem fuller, never emptier, so
 * no flood of other keys frees a full one. A table of entries would have to drop some, and an attacker would choose
 * which. A secret of this process decides which cells a key has, so an attacker cannot aim at another key's cells.
 */
export function createBucketSketch({ burst, refillMs, width }: BucketLimits, random: Random): BucketSketch {
  const cells = new Float64Array(ROWS * width)
  const secret = Buffer.from(random(SECRET_BYTES)).toString('hex')
  const cellsOf = rememberLast((key) => cellsOfKey(key, { secret, width }))
  const dryAt = (cell: number) => cells[cell] ?? 0

  return {
    waitMs(key, now) {
      const emptiest = Math.min(...cellsOf(key).map(dryAt))
      return Math.max(0, emptiest - now - (burst - 1) * refillMs)
    },
    take(key, now) {
      for (const cell of cellsOf(key)) cells[cell] = Math.max(dryAt(cell), now) + refillMs
    },
    giveBack(key, now) {
      // Tokens that have leaked since then need not be given back.
      for (const cell of cellsOf(key))
        cells[cell] = Math.max(Math.min(dryAt(cell), now), dryAt(cell) - refillMs)
    },
  }
}

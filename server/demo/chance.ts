/** Chance that is the same each time for the same seed: mulberry32. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** Whole, from `least` to `most`. */
  between(least: number, most: number): number
  pick<T>(of: readonly [T, ...T[]]): T
  /** Lower-case hex characters. */
  hex(length: number): string
  /** True so often, from 0 to 1. */
  isHit(share: number): boolean
}

export function createChance(seed: number): Chance {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (of) => of[Math.floor(next() * of.length)] ?? of[0],
    hex(length) {
      let text = ''
      while (text.length < length)
        text += Math.floor(next() * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
      return text.slice(0, length)
    },
    isHit: (share) => next() < share,
  }
}

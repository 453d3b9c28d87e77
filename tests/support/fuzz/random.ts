/** Everything that is drawn comes from one seed, so that a run can be repeated. */
export interface Dice {
  /** A whole number below `end`. */
  below(end: number): number
  /** True once in `times`. */
  oneIn(times: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mulberry32: small, fast, and even enough to choose what to break. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick(list) {
      if (list.length === 0) throw new Error('Cannot pick: the list is empty')
      return list[below(list.length)] as (typeof list)[number] // below its length, as just checked
    },
  }
}

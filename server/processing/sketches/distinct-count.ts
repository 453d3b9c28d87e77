/**
 * Counts what is distinct in bounded memory. A sketch is its bytes: up to a thousand 48-bit hashes, eight bytes each
 * and sorted, and the count is exact; beyond that 16,384 registers of one byte, HyperLogLog, whose standard error is
 * 0.8 %. Which one it is, its length says. Merging is as if all had been added to one.
 */
export type DistinctSketch = Uint8Array

export const EMPTY_SKETCH: DistinctSketch = new Uint8Array(0)

const MOST_EXACT = 1_000
const INDEX_BITS = 14
const REGISTERS = 2 ** INDEX_BITS
/** The bits of a 48-bit hash that do not choose the register. */
const RANK_BITS = 48 - INDEX_BITS
const HASH_BYTES = 8

/** The sketch itself where nothing is new, so that the caller need not store it. Hashes are integers below 2^48. */
export function addToSketch(sketch: DistinctSketch, hashes: Iterable<number>): DistinctSketch {
  return isExact(sketch) ? addExactly(sketch, hashes) : addToRegisters(sketch, hashes)
}

export function mergeSketches(a: DistinctSketch, b: DistinctSketch): DistinctSketch {
  if (isExact(b)) return addToSketch(a, readHashes(b))
  if (isExact(a)) return addToSketch(b, readHashes(a))
  return raised(a.slice(), b)
}

/** As if one after the other were merged, without a copy for each: a month has hundreds. */
export function mergeAllSketches(sketches: Iterable<DistinctSketch>): DistinctSketch {
  const hashes = new Set<number>()
  let registers: Uint8Array | undefined
  for (const sketch of sketches) {
    if (!isExact(sketch)) registers = registers ? raised(registers, sketch) : sketch.slice()
    else if (registers) registers = addToRegisters(registers, readHashes(sketch))
    else for (const hash of readHashes(sketch)) hashes.add(hash)
  }
  return registers ? addToRegisters(registers, hashes) : sketchOf(hashes)
}

/** Changes the registers that it is given. A loop: `map` with a function takes six times as long. */
function raised(registers: Uint8Array, others: Uint8Array): Uint8Array {
  for (let place = 0; place < REGISTERS; place++) {
    const rank = others[place] ?? 0
    if (rank > (registers[place] ?? 0)) registers[place] = rank
  }
  return registers
}

/** Exact up to 1,000. */
export function countDistinct(sketch: DistinctSketch): number {
  return isExact(sketch) ? sketch.length / HASH_BYTES : Math.round(estimate(sketch))
}

function isExact(sketch: DistinctSketch): boolean {
  return sketch.length !== REGISTERS
}

function addExactly(sketch: DistinctSketch, hashes: Iterable<number>): DistinctSketch {
  const known = new Set(readHashes(sketch))
  const before = known.size
  for (const hash of hashes) known.add(hash)
  return known.size === before ? sketch : sketchOf(known)
}

function sketchOf(hashes: ReadonlySet<number>): DistinctSketch {
  if (hashes.size > MOST_EXACT) return addToRegisters(new Uint8Array(REGISTERS), hashes)
  const sorted = Float64Array.from(hashes).sort()
  return new Uint8Array(sorted.buffer)
}

/** Copied: a blob of the database begins wherever it likes, and numbers only at multiples of eight. */
function readHashes(sketch: DistinctSketch): Float64Array {
  return new Float64Array(sketch.slice().buffer)
}

function addToRegisters(sketch: DistinctSketch, hashes: Iterable<number>): DistinctSketch {
  let registers = sketch
  for (const hash of hashes) {
    const place = hash % REGISTERS
    const rank = rankOf(Math.floor(hash / REGISTERS))
    if (rank <= (registers[place] ?? 0)) continue
    if (registers === sketch) registers = sketch.slice()
    registers[place] = rank
  }
  return registers
}

/** One more than the zeros before the first one, from the left. */
function rankOf(rest: number): number {
  return rest === 0 ? RANK_BITS + 1 : RANK_BITS - Math.floor(Math.log2(rest))
}

/** Algorithm 6 of Otmar Ertl, https://arxiv.org/abs/1702.01284: without bias, and without tables against one. */
function estimate(registers: Uint8Array): number {
  const ranks = new Array<number>(RANK_BITS + 2).fill(0)
  for (const rank of registers) ranks[rank] = (ranks[rank] ?? 0) + 1
  const shareOf = (rank: number) => (ranks[rank] ?? 0) / REGISTERS
  let z = REGISTERS * tau(1 - shareOf(RANK_BITS + 1))
  for (let rank = RANK_BITS; rank >= 1; rank--) z = (z + (ranks[rank] ?? 0)) / 2
  z += REGISTERS * sigma(shareOf(0))
  return REGISTERS ** 2 / (2 * Math.LN2 * z)
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY
  let [power, weight, sum, before] = [share, 1, share, Number.NaN]
  while (sum !== before) {
    power *= power
    before = sum
    sum += power * weight
    weight += weight
  }
  return sum
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0
  let [root, weight, sum, before] = [share, 1, 1 - share, Number.NaN]
  while (sum !== before) {
    root = Math.sqrt(root)
    before = sum
    weight /= 2
    sum -= (1 - root) ** 2 * weight
  }
  return sum / 3
}

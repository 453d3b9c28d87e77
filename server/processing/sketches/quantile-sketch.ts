import { DDSketch } from '@datadog/sketches-js'

/**
 * DDSketch (https://arxiv.org/abs/1908.10693): counts values in bins whose width grows with the value, so that any
 * quantile is right within 1 %, and merging is adding. The library gives the bins; how they are kept is ours, since its
 * protobuf form has eight bytes for every bin between the least and the greatest: 1 to 4 kB where this has 100 to 400
 * bytes. Values are whole and not negative; below two they count as zero.
 */
const { mapping } = new DDSketch({ relativeAccuracy: 0.01 })

/** The last bin begins at some ten thousand years of microseconds. */
const LAST_BIN = 2_047
const GROW = 64

export interface SketchBin {
  /** Values above `from` and up to `to`. */
  from: number
  to: number
  count: number
}

export class QuantileSketch {
  #bins = new Float64Array(0)
  /** The bin that `#bins` begins with. */
  #first = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  add(value: number): void {
    this.#addTo(binOf(value), 1)
  }

  /** Adds what was encoded. */
  merge(bytes: Uint8Array): this {
    let bin = 0
    for (let at = 0; at < bytes.length; ) {
      let shift = 1
      let step = 0
      let byte: number
      do {
        byte = bytes[at++] ?? 0
        step += (byte & 127) * shift
        shift *= 128
      } while (byte > 127)
      let count = 0
      shift = 1
      do {
        byte = bytes[at++] ?? 0
        count += (byte & 127) * shift
        shift *= 128
      } while (byte > 127)
      bin += step
      this.#addTo(Math.min(bin, LAST_BIN), count)
    }
    return this
  }

  /** The value that a share of all, from 0 to 1, does not exceed; null of nothing. */
  quantile(share: number): number | null {
    if (this.#count === 0) return null
    const rank = share * (this.#count - 1)
    let below = 0
    const bins = this.#bins
    // an iterator of entries would cost the writer several times as much
    for (let index = 0; index < bins.length; index++) {
      below += bins[index] ?? 0
      if (below > rank) return middleOf(this.#first + index)
    }
    return null
  }

  /** A pair of numbers a bin that has something: how far it is from the one before, and its count; seven bits a byte. */
  encode(): Uint8Array {
    const bytes: number[] = []
    let last = 0
    const bins = this.#bins
    for (let index = 0; index < bins.length; index++) {
      const count = bins[index] ?? 0
      if (count === 0) continue
      pushNumber(bytes, this.#first + index - last)
      pushNumber(bytes, count)
      last = this.#first + index
    }
    return Uint8Array.from(bytes)
  }

  /** Those that have something, from the least. */
  listBins(): SketchBin[] {
    const listed: SketchBin[] = []
    for (const [index, count] of this.#bins.entries()) {
      const bin = this.#first + index
      if (count > 0) listed.push({ from: bin === 0 ? 0 : edgeOf(bin - 1), to: edgeOf(bin), count })
    }
    return listed
  }

  #addTo(bin: number, count: number): void {
    let index = bin - this.#first
    if (index < 0 || index >= this.#bins.length) {
      this.#reach(bin)
      index = bin - this.#first
    }
    this.#bins[index] = (this.#bins[index] ?? 0) + count
    this.#count += count
  }

  #reach(bin: number): void {
    const isEmpty = this.#bins.length === 0
    const first = Math.max(0, Math.min(isEmpty ? bin : this.#first, bin - GROW / 2))
    const end = Math.max(isEmpty ? bin : this.#first + this.#bins.length, bin + GROW / 2)
    const bins = new Float64Array(end - first)
    if (!isEmpty) bins.set(this.#bins, this.#first - first)
    this.#bins = bins
    this.#first = first
  }
}

function binOf(value: number): number {
  return value < 2 ? 0 : Math.min(mapping.key(value), LAST_BIN)
}

/** In the middle of a bin, so that it is as far from its least as from its greatest value. */
function middleOf(bin: number): number {
  return bin === 0 ? 0 : mapping.value(bin)
}

/** The greatest value of a bin. */
function edgeOf(bin: number): number {
  return mapping.gamma ** bin
}

function pushNumber(bytes: number[], number: number): void {
  let rest = number
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Integers as LEB128, signed ones in zigzag order, and texts as their UTF-8 after its length. */
export class ByteWriter {
  #bytes = new Uint8Array(4096)
  #length = 0

  /** Writes an integer from 0 up to 2 ** 53 - 1. */
  unsigned(value: number): void {
    let rest = value
    while (rest > 127) {
      this.#push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.#push(rest)
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value)
  }

  text(value: string): void {
    const bytes = encoder.encode(value)
    this.unsigned(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #push(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = byte
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Reads what a ByteWriter wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  unsigned(): number {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.#position++]
      if (byte === undefined) throw new Error('Cannot read the compiled source map: it ends too early')
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  text(): string {
    const length = this.unsigned()
    const start = this.#position
    this.#position += length
    return decoder.decode(this.#bytes.subarray(start, this.#position))
  }
}

/** A trace that shows how something went, with its measured value. */
export interface Example {
  traceId: string
  /** Microseconds. */
  value: number
}

/** The fastest, the one nearest to the median as it was then, and the slowest. */
export interface Examples {
  fast: Example
  usual: Example
  slow: Example
}

const ID_BYTES = 16
const EXAMPLE_BYTES = ID_BYTES + 8

/** 72 bytes: an id and a number, three times. */
export function encodeExamples({ fast, usual, slow }: Examples): Uint8Array {
  const bytes = Buffer.alloc(3 * EXAMPLE_BYTES)
  for (const [index, { traceId, value }] of [fast, usual, slow].entries()) {
    bytes.write(traceId, index * EXAMPLE_BYTES, 'hex')
    bytes.writeDoubleLE(value, index * EXAMPLE_BYTES + ID_BYTES)
  }
  return bytes
}

export function decodeExamples(encoded: Uint8Array): Examples | undefined {
  if (encoded.length !== 3 * EXAMPLE_BYTES) return undefined
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  const read = (index: number): Example => ({
    traceId: bytes.toString('hex', index * EXAMPLE_BYTES, index * EXAMPLE_BYTES + ID_BYTES),
    value: bytes.readDoubleLE(index * EXAMPLE_BYTES + ID_BYTES),
  })
  return { fast: read(0), usual: read(1), slow: read(2) }
}

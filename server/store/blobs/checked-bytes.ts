import { createHash } from 'node:crypto'
import type { Patience } from './s3/patience.ts'

/**
 * Passes on what arrives, and holds its end back until the hash of the whole is known: a reader of damaged bytes gets an
 * error instead of the last part of them, and never the length that it was told.
 */
export async function* checkedBytes(
  chunks: AsyncIterable<Uint8Array>,
  sha256: string,
  patience?: Patience,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  try {
    for await (const chunk of chunks) {
      patience?.rest() // whoever reads may take their time
      hash.update(chunk)
      if (held !== undefined) yield held
      held = chunk
      patience?.renew()
    }
  } finally {
    patience?.rest()
  }
  if (hash.digest('hex') !== sha256)
    throw new Error(`Cannot read attachment ${sha256}: its bytes are damaged`)
  if (held !== undefined) yield held
}

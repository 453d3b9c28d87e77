import { hash, randomFillSync } from 'node:crypto'

/** Returns this many random bytes, which cannot be guessed. */
export type Random = (sizeBytes: number) => Uint8Array

const STOCK_BYTES = 2_048

/** Takes the bytes from a stock: asking the system takes as long for many as for few. */
function createSystemRandom(): Random {
  const stock = new Uint8Array(STOCK_BYTES)
  let used = STOCK_BYTES
  return (sizeBytes) => {
    if (sizeBytes > STOCK_BYTES) return randomFillSync(new Uint8Array(sizeBytes))
    if (used + sizeBytes > STOCK_BYTES) {
      randomFillSync(stock)
      used = 0
    }
    const bytes = stock.slice(used, used + sizeBytes)
    stock.fill(0, used, used + sizeBytes) // whoever got them has the only copy
    used += sizeBytes
    return bytes
  }
}

export const systemRandom: Random = createSystemRandom()

const SECRET_BYTES = 32

/** 43 characters that are valid in cookies, links and headers without escaping. */
export function newSecret(random: Random): string {
  return Buffer.from(random(SECRET_BYTES)).toString('base64url')
}

/**
 * The hash is stored in place of a secret and searched by. A fast hash is enough: 256 random bits cannot be guessed.
 * The duration of the search reveals nothing: without the secret a caller cannot choose the hash.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

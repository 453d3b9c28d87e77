import { hash, randomBytes } from 'node:crypto'

/** Returns this many random bytes, which cannot be guessed. */
export type Random = (sizeBytes: number) => Uint8Array

export const systemRandom: Random = (sizeBytes) => randomBytes(sizeBytes)

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

import { hash, randomBytes } from 'node:crypto'

/** Gives so many bytes that nobody can guess. */
export type Random = (sizeBytes: number) => Uint8Array

export const systemRandom: Random = (sizeBytes) => randomBytes(sizeBytes)

const SECRET_BYTES = 32

/** 43 characters that may stand in cookies, links and headers as they are. */
export function newSecret(random: Random): string {
  return Buffer.from(random(SECRET_BYTES)).toString('base64url')
}

/**
 * What is stored in place of a secret, and searched by. A fast hash will do: 256 random bits cannot be
 * guessed. The search betrays nothing by its time: who does not know a hash's origin cannot steer it.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import type { Random } from '#server/accounts/secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Returns the name under which something is kept for those who know a secret. The secret does not follow from it, so the
 * name may be stored.
 */
export function nameOfSecret(secret: string): string {
  return hash('sha256', `name ${secret}`)
}

/**
 * Encrypts an object for those who know the secret. The answer to a form may have the cookie of a session in it, and a
 * reader of the database or of a backup must not get that.
 */
export function seal(secret: string, value: object, random: Random): Uint8Array {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce)
  const sealed = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]
  return new Uint8Array(Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]))
}

/** Decrypts what `seal()` encrypted. Throws if it was changed. */
export function unseal(secret: string, sealed: Uint8Array): object {
  const decipher = createDecipheriv(CIPHER, keyOf(secret), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
  return JSON.parse(Buffer.concat(text).toString()) as object // what was sealed
}

function keyOf(secret: string): Buffer {
  return hash('sha256', `key ${secret}`, 'buffer')
}

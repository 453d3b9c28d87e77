import { createHmac } from 'node:crypto'
import type { Random } from '#server/accounts/secrets.ts'

/** RFC 6238, 4: authenticator apps know only these, whatever else the address of a secret may say. */
const STEP_MS = 30_000
const DIGITS = 6
/** The code before and the one after are right too, because clocks differ and typing takes time. */
const DRIFT_STEPS = 1
/** RFC 4226, 4: 160 bits are recommended, the length of the hash. */
const SECRET_BYTES = 20

/** RFC 4648, 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a new secret in Base32, as apps take it. */
export function newTotpSecret(random: Random): string {
  return encodeBase32(random(SECRET_BYTES))
}

/**
 * Returns the code of a time step, as in https://www.rfc-editor.org/rfc/rfc4226#section-5.3, with SHA-1.
 * @internal
 */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const truncated = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the time step that a typed code belongs to; undefined if it is wrong, or not later than `after`, the step of
 * the last code that was taken.
 */
export function findTotpStep(given: {
  secret: string
  code: string
  /** Milliseconds since the epoch. */
  now: number
  after: number | null
}): number | undefined {
  const secret = decodeBase32(given.secret)
  const current = Math.floor(given.now / STEP_MS)
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step++) {
    if (step > (given.after ?? -1) && totpCode(secret, step) === given.code) return step
  }
  return undefined
}

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpAddress({
  secret,
  email,
  issuer,
}: {
  secret: string
  email: string
  issuer: string
}): string {
  const label = encodeURIComponent(`${issuer}:${email}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/** @internal */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31]
}

/** @internal */
export function decodeBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of text) {
    held = (held << 5) | BASE32.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}

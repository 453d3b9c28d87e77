import { limits } from './limits.ts'

/** Returns this many unpredictable bytes. */
export type RandomBytes = (byteCount: number) => Uint8Array

/** The platform's own source, which Node and browsers have in common. */
export const cryptoRandom: RandomBytes = (byteCount) => crypto.getRandomValues(new Uint8Array(byteCount))

/** The same source, read in large amounts, because each call costs more than the bytes. */
export function poolRandom(random: RandomBytes): RandomBytes {
  let pool = new Uint8Array()
  let used = 0
  return (byteCount) => {
    if (used + byteCount > pool.length) {
      pool = new Uint8Array(random(Math.max(byteCount, limits.randomPoolBytes)))
      used = 0
    }
    used += byteCount
    return pool.subarray(used - byteCount, used)
  }
}

/** Returns lower-case hex with two characters for each byte. Event ids have 16 bytes. */
export function randomHex(random: RandomBytes, byteCount: number): string {
  let hex = ''
  for (const byte of random(byteCount)) hex += (byte + 256).toString(16).slice(1)
  return hex
}

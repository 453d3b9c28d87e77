/** As many unpredictable bytes as asked for. */
export type RandomBytes = (byteCount: number) => Uint8Array

/** The platform's own source, in Node and in browsers alike. */
export const cryptoRandom: RandomBytes = (byteCount) => crypto.getRandomValues(new Uint8Array(byteCount))

/** Lower-case hex, two characters a byte: event ids have 16 bytes. */
export function randomHex(random: RandomBytes, byteCount: number): string {
  return Array.from(random(byteCount), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

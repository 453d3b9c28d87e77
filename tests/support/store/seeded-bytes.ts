import type { Random } from '#server/accounts/secrets.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'

/** Bytes that are the same ones for the same seed. */
export function seededBytes(seed: number): Random {
  const random = seededRandom(seed)
  return (sizeBytes) => Uint8Array.from({ length: sizeBytes }, () => Math.floor(random() * 256))
}

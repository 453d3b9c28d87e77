import { HOUR_MS } from '#server/protocol/time.ts'

const LONGEST_MS = 366 * 24 * HOUR_MS

/** Milliseconds of what SDKs send in seconds; null for what is none, or longer than anything that is watched runs. */
export function parseDurationMs(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || !(seconds >= 0)) return null
  const ms = Math.round(seconds * 1000)
  return ms <= LONGEST_MS ? ms : null
}

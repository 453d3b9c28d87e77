import type { DeliveryAnswer } from '#server/models/alerts/channels.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'

/** The pauses between ten tries, about eleven hours in all: over a night, or over the repair of a receiver. */
const PAUSES_MS = [
  ...[10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  ...[30 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS],
]
/** Receivers that were away are not asked by everybody in the same second. */
const JITTER = 0.2
/** Receivers may ask for longer; after this they are asked again. */
const LONGEST_ASKED_MS = HOUR_MS
/** A channel that failed so often in a row is probably out of order. */
const FAILURES_UNTIL_PAUSE = 5
/** So long nothing is sent to it, and then one message. */
const CHANNEL_PAUSE_MS = 5 * MINUTE_MS

/** Milliseconds until the next try; undefined after the last one. `random` gives 0 to 1. */
export function pauseAfter(
  attempts: number,
  { retryAfterMs }: Pick<DeliveryAnswer, 'retryAfterMs'>,
  random: () => number,
): number | undefined {
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return undefined
  const jittered = pause * (1 - JITTER + 2 * JITTER * random())
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS)))
}

/** What a channel's health is after a try. */
export function healthAfter(
  failures: number,
  { state }: Pick<DeliveryAnswer, 'state'>,
  now: number,
): { failures: number; pausedUntil: number | null; deliveredAt?: number } {
  if (state === 'delivered') return { failures: 0, pausedUntil: null, deliveredAt: now }
  const count = failures + 1
  return { failures: count, pausedUntil: count >= FAILURES_UNTIL_PAUSE ? now + CHANNEL_PAUSE_MS : null }
}

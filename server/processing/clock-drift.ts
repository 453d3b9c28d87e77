import { MINUTE_MS } from '#server/protocol/time.ts'
import { LATEST_MICROS, LATEST_SECONDS, parseInstant } from './normalize/time.ts'
import type { NormalizedSpan } from './span.ts'

/**
 * What must be added to the times of a device whose clock is wrong, in milliseconds: more than 55 minutes, as Relay's
 * documentation of its clock drift processor has it. Less is a slow network; time zones that were taken for UTC are more.
 */
export type ClockDriftMs = number

const LONGEST_WAY_MS = 55 * MINUTE_MS

/** An envelope says by the sender's clock when it was sent; `receivedAt` is in milliseconds since the epoch. */
export function clockDriftOf(sentAt: unknown, receivedAt: number): ClockDriftMs {
  const sent = parseInstant(sentAt)
  if (sent === undefined) return 0
  const driftMs = Math.round(receivedAt - sent * 1000)
  return Math.abs(driftMs) > LONGEST_WAY_MS ? driftMs : 0
}

/** `seconds` since the epoch by the desk's clock; as they are where no date can be written for the result. */
export function correctSeconds(seconds: number, driftMs: ClockDriftMs): number {
  const corrected = driftMs === 0 ? seconds : Math.round(seconds * 1e6 + driftMs * 1e3) / 1e6
  return corrected > 0 && corrected <= LATEST_SECONDS ? corrected : seconds
}

export function correctSpan(span: NormalizedSpan, driftMs: ClockDriftMs): NormalizedSpan {
  const startUs = span.startUs + driftMs * 1000
  return startUs > 0 && startUs + span.durationUs <= LATEST_MICROS ? { ...span, startUs } : span
}

export function describeDrift(driftMs: ClockDriftMs): string {
  const by = inWords(Math.abs(driftMs))
  const [was, moved] = driftMs > 0 ? ['slow', 'later'] : ['fast', 'earlier']
  return `timestamp: the device's clock was ${by} ${was}; the event and its breadcrumbs are shown that much ${moved}`
}

function inWords(ms: number): string {
  const all = Math.round(ms / MINUTE_MS)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''].filter(Boolean).join(' ')
}

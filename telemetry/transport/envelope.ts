import type { TelemetryItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { normalizeData } from '../errors/normalize.ts'
import { sdk } from '../sdk.ts'

/**
 * Writes an item as an envelope: https://develop.sentry.dev/sdk/data-model/envelopes/. JSON contains no
 * line breaks, so a payload cannot be mistaken for framing and needs no length. Any payload is accepted;
 * values that JSON lacks become text.
 */
export function writeEnvelope(
  { type, payload, trace }: TelemetryItem,
  clock: Clock,
  dsn?: string,
  writePayload: (payload: object) => string = writeJson,
): string {
  const header = {
    event_id: (payload as { event_id?: string }).event_id, // A client report has none.
    sent_at: new Date(clock()).toISOString(),
    sdk,
    dsn,
    trace,
  }
  return `${writeJson(header)}\n${writeJson({ type })}\n${writePayload(payload)}\n`
}

/** Writes JSON. Values that JSON lacks become text. */
export function writeJson(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(normalizeData(value))
  }
}

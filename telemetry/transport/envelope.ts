import type { TelemetryItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { normalizeData } from '../errors/normalize.ts'
import { sdk } from '../sdk.ts'

/**
 * An item as an envelope of its own: https://develop.sentry.dev/sdk/data-model/envelopes/. JSON has no
 * line breaks of its own, so that no payload can be taken for framing, and no length needs to be stated.
 * Takes any payload: what JSON lacks is put into words.
 */
export function writeEnvelope(
  { type, payload, trace }: TelemetryItem,
  clock: Clock,
  dsn?: string,
  writePayload: (payload: object) => string = writeJson,
): string {
  const header = {
    event_id: (payload as { event_id?: string }).event_id, // a client report has none
    sent_at: new Date(clock()).toISOString(),
    sdk,
    dsn,
    trace,
  }
  return `${writeJson(header)}\n${writeJson({ type })}\n${writePayload(payload)}\n`
}

/** As JSON, and in words what JSON does not take. */
export function writeJson(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(normalizeData(value))
  }
}

import type { TelemetryItem } from './adapter.ts'
import { byteLength } from './byte-length.ts'
import type { Clock } from './clock.ts'
import type { Contexts, TelemetryException } from './event.ts'
import { limits } from './limits.ts'
import { normalizeData } from './normalize.ts'
import { sdk } from './sdk.ts'

/** What can be made smaller of a payload. */
export interface Reducible {
  extra?: unknown
  breadcrumbs?: unknown
  contexts?: Contexts | undefined
  spans?: unknown[]
  exception?: { values: TelemetryException[] } | undefined
}

/** Leaves something out. */
export type Reduction = (payload: Reducible) => object

/**
 * An item as an envelope of its own: https://develop.sentry.dev/sdk/data-model/envelopes/. JSON has no
 * line breaks of its own, so that no payload can be taken for framing, and no length needs to be stated.
 * Takes any payload: what JSON lacks is put into words. One that is too large goes through as many of the
 * `reductions` as it needs.
 */
export function writeEnvelope(
  { type, payload, trace }: TelemetryItem,
  clock: Clock,
  reductions: readonly Reduction[],
  dsn?: string,
): string {
  const header = {
    event_id: 'event_id' in payload ? payload.event_id : undefined,
    sent_at: new Date(clock()).toISOString(),
    sdk,
    dsn,
    trace,
  }
  let rest: object = payload
  let json = stringify(rest)
  for (const reduce of reductions) {
    if (byteLength(json) <= limits.eventBytes) break
    rest = reduce(rest)
    json = stringify(rest)
  }
  return `${stringify(header)}\n${stringify({ type })}\n${json}\n`
}

function stringify(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(normalizeData(value))
  }
}

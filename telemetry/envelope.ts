import type { TelemetryItem } from './adapter.ts'
import type { Clock } from './clock.ts'
import { type Dsn, formatDsn } from './dsn.ts'
import type { TelemetryEvent } from './event.ts'
import { limits } from './limits.ts'
import { normalizeData } from './normalize.ts'
import { sdk } from './sdk.ts'

/**
 * An item as an envelope of its own: https://develop.sentry.dev/sdk/data-model/envelopes/. Every item
 * states its length in bytes, so that no payload can be taken for framing. Takes any payload: what
 * JSON lacks is put into words, and what is too large is left out.
 */
export function writeEnvelope(item: TelemetryItem, clock: Clock, dsn?: Dsn): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const payload = encoder.encode(payloadOf(item, encoder))
  const header = {
    event_id: item.payload.event_id,
    sent_at: new Date(clock()).toISOString(),
    ...(dsn ? { dsn: formatDsn(dsn) } : {}),
    sdk,
  }
  const itemHeader = { type: item.type, length: payload.byteLength }
  const head = encoder.encode(`${JSON.stringify(header)}\n${JSON.stringify(itemHeader)}\n`)
  const envelope = new Uint8Array(head.byteLength + payload.byteLength + 1)
  envelope.set(head)
  envelope.set(payload, head.byteLength)
  envelope[envelope.byteLength - 1] = 0x0a
  return envelope
}

function payloadOf(item: TelemetryItem, encoder: TextEncoder): string {
  let json = JSON.stringify(normalizeData(item.payload))
  for (const reduce of reductions) {
    if (encoder.encode(json).byteLength <= limits.eventBytes) break
    json = JSON.stringify(normalizeData(reduce(item.payload)))
  }
  return json
}

// A server refuses an event that is too large, failure and all. What explains least goes first.
const reductions: ((event: TelemetryEvent) => TelemetryEvent)[] = [
  (event) => ({ ...event, extra: cutExtra }),
  (event) => ({ ...event, extra: cutExtra, breadcrumbs: { values: [] }, contexts: errorContext(event) }),
  (event) => ({
    ...event,
    extra: cutExtra,
    breadcrumbs: { values: [] },
    contexts: errorContext(event),
    ...bare(event),
  }),
]

const cutExtra = { crumbtrail: 'Left out: the event was larger than 1 MiB.' }

function errorContext(event: TelemetryEvent): NonNullable<TelemetryEvent['contexts']> {
  return event.contexts?.error ? { error: event.contexts.error } : {}
}

function bare(event: TelemetryEvent): Pick<TelemetryEvent, 'exception' | 'tags'> {
  const values = event.exception?.values.map((exception) => ({
    ...exception,
    stacktrace: {
      frames: (exception.stacktrace?.frames ?? []).slice(-20).map((frame) => ({
        ...(frame.function === undefined ? {} : { function: frame.function }),
        ...(frame.filename === undefined ? {} : { filename: frame.filename }),
        ...(frame.lineno === undefined ? {} : { lineno: frame.lineno }),
        in_app: frame.in_app,
      })),
    },
  }))
  return { tags: {}, ...(values ? { exception: { values } } : {}) }
}

import { type EventEnvelope, parseEnvelope as parseBySentry, serializeEnvelope } from '@sentry/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEnvelope } from '#server/protocol/envelope.ts'
import type { TelemetryItem } from '#telemetry/adapter.ts'
import { writeReduced } from '#telemetry/errors/reduce-event.ts'
import { limits } from '#telemetry/limits.ts'
import { sdk } from '#telemetry/sdk.ts'
import { writeEnvelope } from '#telemetry/transport/envelope.ts'
import { anEvent, aTransaction, eventFromThrown, traceId } from '#tests/support/builders/telemetry-items.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'

const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5)
const dsn = 'https://key@desk.example/errors/1'
const encoder = new TextEncoder()
const write = (item: TelemetryItem) => writeEnvelope(item, clock, dsn, writeReduced)
const eventItem = (parts: Parameters<typeof anEvent>[0]): TelemetryItem => ({
  type: 'event',
  payload: anEvent(parts),
})

/** As our ingest reads it, which shares no code with telemetry. */
function read(text: string) {
  const { headers, items } = parseEnvelope(encoder.encode(text))
  const payloads = items.map(({ payload }) =>
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)),
  )
  return { headers, types: items.map((item) => item.headers.type), payloads, payload: payloads[0] }
}

const items: TelemetryItem[] = [
  eventItem({ message: 'höher\n"weiter"\u2028', extra: { deep: [{ a: null }] } }),
  { type: 'transaction', payload: aTransaction(), trace: { trace_id: traceId, public_key: 'key' } },
  {
    type: 'client_report',
    payload: { timestamp: 1, discarded_events: [{ reason: 'send_error', category: 'error', quantity: 3 }] },
  },
]

describe('writeEnvelope()', () => {
  it('states id, time, sender, DSN and sampling context', () => {
    expect(items.map((item) => read(write(item)).headers)).toEqual([
      { event_id: 'e'.repeat(32), sent_at: '2026-01-02T03:04:05.000Z', dsn, sdk },
      {
        event_id: 'f'.repeat(32),
        sent_at: '2026-01-02T03:04:05.000Z',
        dsn,
        sdk,
        trace: { trace_id: traceId, public_key: 'key' },
      },
      { sent_at: '2026-01-02T03:04:05.000Z', dsn, sdk },
    ])
  })

  it.each(items)('writes a $type that our ingest reads back', (item) => {
    const { types, payload } = read(write(item))
    expect(types).toEqual([item.type])
    expect(payload).toEqual(item.payload)
  })

  it('can be read back, whatever the text', () => {
    const text = anyText()
    fc.assert(
      fc.property(text, fc.dictionary(text, text), (message, tags) => {
        const { payloads, payload } = read(write(eventItem({ message, tags })))
        expect(payloads).toHaveLength(1)
        expect(payload.message).toBe(message)
        expect(Object.keys(payload.tags)).toHaveLength(Object.keys(JSON.parse(JSON.stringify(tags))).length)
      }),
    )
  })

  it('takes any data, cyclic and big and what throws', () => {
    const circle: Record<string, unknown> = { id: 1n }
    circle.self = circle
    expect(read(write(eventItem({ extra: { circle } }))).payload.extra).toEqual({
      circle: { id: '1', self: '[Circular]' },
    })
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (value) => {
        expect(read(write(eventItem({ extra: { value } }))).payloads).toHaveLength(1)
      }),
    )
  })

  it('keeps a stack as deep as the protocol nests it', () => {
    const payload = eventFromThrown(new Error('x', { cause: new Error('y') }), {
      eventId: 'e'.repeat(32),
      timestampMs: 0,
      platform: 'node',
      mechanism: { type: 'generic', handled: true },
    })
    expect(read(write({ type: 'event', payload })).payload).toEqual(JSON.parse(JSON.stringify(payload)))
  })
})

describe('against @sentry/core, an envelope', () => {
  // The one wanted difference: a line break after the last item, as the specification's examples have it.
  const finalLineBreak = '\n'

  it.each(items)('of a $type is the same, byte by byte', (item) => {
    const ours = write(item)
    const [header, items] = parseBySentry(ours.slice(0, -finalLineBreak.length))
    expect(serializeEnvelope([header, items] as EventEnvelope) + finalLineBreak).toBe(ours)
  })

  it('of any data is the same, and is read as the same', () => {
    const header = { event_id: 'e'.repeat(32), sent_at: '2026-01-02T03:04:05.000Z', sdk, dsn }
    fc.assert(
      fc.property(fc.dictionary(anyText(), fc.jsonValue()), (extra) => {
        const payload = anEvent({ extra })
        const theirs = serializeEnvelope([header, [[{ type: 'event' }, payload]]] as EventEnvelope)
        const ours = write({ type: 'event', payload })
        expect(ours).toBe(theirs + finalLineBreak)
        expect(parseBySentry(ours)).toEqual(parseBySentry(theirs))
      }),
    )
  })
})

describe('an event that is too large', () => {
  const large = 'x'.repeat(8_000)
  const fill = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, large]))
  const contexts = { error: { digest: 'K7Q2MX-4T9ZPA' }, trace: { trace_id: traceId } }
  const breadcrumbs = { values: [{ timestamp: 1, message: 'opened' }] }

  it('loses its extra first', () => {
    const { payload } = read(write(eventItem({ extra: fill(200), breadcrumbs, contexts })))
    expect(payload).toMatchObject({ breadcrumbs, contexts })
    expect(Object.keys(payload.extra)).toEqual(['crumbtrail'])
  })

  it('has a message that is cut', () => {
    const { payload } = read(write(eventItem({ message: 'x'.repeat(2_000_000), breadcrumbs })))
    expect(payload.message).toHaveLength(limits.textLength)
    expect(payload.breadcrumbs).toEqual(breadcrumbs)
  })

  it('never loses the error, its digest or its trace', () => {
    const exception = {
      values: Array.from({ length: 20 }, (_, index) => ({
        type: 'Error',
        value: `no ${index}`,
        mechanism: { type: 'generic', handled: true },
        stacktrace: {
          frames: Array.from({ length: 200 }, (_, line) => ({
            function: `f${line}`,
            in_app: true,
            pre_context: Array.from({ length: 5 }, () => 'y'.repeat(1_000)),
          })),
        },
      })),
    }
    const text = write(
      eventItem({
        extra: fill(200),
        breadcrumbs,
        contexts: { ...contexts, big: fill(200) },
        exception,
        tags: fill(200),
      }),
    )
    expect(encoder.encode(text).length).toBeLessThanOrEqual(limits.eventBytes)
    const { payload } = read(text)
    expect(payload.contexts).toEqual(contexts)
    expect(payload.exception.values).toHaveLength(20)
    expect(payload.exception.values[19].stacktrace.frames.at(-1)).toEqual({ function: 'f199', in_app: true })
  })

  it('or a transaction, keeps its first spans', () => {
    const [span] = aTransaction().spans
    if (!span) throw new Error('Cannot test: the sample has no span')
    const spans = Array.from({ length: 400 }, () => ({ ...span, data: { sql: large } }))
    const { payload } = read(write({ type: 'transaction', payload: aTransaction({ spans }) }))
    expect(payload.contexts).toEqual({ trace: aTransaction().contexts.trace })
    expect(payload.spans).toHaveLength(100)
  })
})

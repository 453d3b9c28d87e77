import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDsn } from '../../../telemetry/dsn.ts'
import { writeEnvelope } from '../../../telemetry/envelope.ts'
import { eventFromThrown, type TelemetryEvent } from '../../../telemetry/event.ts'
import { limits } from '../../../telemetry/limits.ts'

const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5)
const anEvent = (parts: Partial<TelemetryEvent> = {}): TelemetryEvent => ({
  event_id: '0123456789abcdef0123456789abcdef',
  timestamp: 1,
  platform: 'node',
  level: 'error',
  ...parts,
})

/** Reads an envelope by the specification alone, counting bytes. */
function readEnvelope(bytes: Uint8Array) {
  const text = (part: Uint8Array) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(part))
  let at = 0
  const line = () => {
    const end = bytes.indexOf(0x0a, at)
    const part = bytes.subarray(at, end)
    at = end + 1
    return text(part)
  }
  const header = line()
  const items = []
  while (at < bytes.length) {
    const itemHeader = line()
    const payload = text(bytes.subarray(at, at + itemHeader.length))
    at += itemHeader.length
    expect(bytes[at]).toBe(0x0a)
    at += 1
    items.push({ header: itemHeader, payload })
  }
  return { header, items }
}

const write = (event: TelemetryEvent) => readEnvelope(writeEnvelope({ type: 'event', payload: event }, clock))

describe('writeEnvelope()', () => {
  it('states id, time, sender and, when there is one, the DSN without its password', () => {
    const dsn = parseDsn('https://key:secret@desk.example/errors/1')
    const { header, items } = readEnvelope(writeEnvelope({ type: 'event', payload: anEvent() }, clock, dsn))
    expect(header).toEqual({
      event_id: '0123456789abcdef0123456789abcdef',
      sent_at: '2026-01-02T03:04:05.000Z',
      dsn: 'https://key@desk.example/errors/1',
      sdk: { name: 'crumbtrail', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    })
    expect(items).toEqual([{ header: { type: 'event', length: expect.any(Number) }, payload: anEvent() }])
  })

  it('can be read back byte by byte, whatever the text', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, fc.dictionary(text, text), (message, tags) => {
        const { items } = write(anEvent({ message, tags }))
        expect(items).toHaveLength(1)
        expect(items[0]?.payload.message).toBe(message.toWellFormed())
        expect(Object.keys(items[0]?.payload.tags)).toHaveLength(Object.keys(tags).length)
      }),
    )
  })

  it('takes any data, cyclic and big and what throws', () => {
    const circle: Record<string, unknown> = { id: 1n }
    circle.self = circle
    expect(write(anEvent({ extra: { circle } })).items[0]?.payload.extra).toEqual({
      circle: { id: '1', self: '[Circular]' },
    })
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (value) => {
        expect(write(anEvent({ extra: { value } })).items).toHaveLength(1)
      }),
    )
  })

  it('keeps a stack as deep as the protocol nests it', () => {
    const error = new Error('x', { cause: new Error('y') })
    const event = eventFromThrown(error, {
      eventId: anEvent().event_id,
      timestampMs: 0,
      platform: 'node',
      mechanism: { type: 'generic', handled: true },
    })
    expect(write(event).items[0]?.payload).toEqual(event)
  })

  it('leaves out what explains least when it would be too large, and never the error', () => {
    const large = 'x'.repeat(8_000)
    const fill = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, large]))
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
    const breadcrumbs = { values: [{ timestamp: 1, message: 'opened' }] }
    const contexts = { error: { digest: 'K7Q2MX-4T9ZPA' } }

    const cutOnce = write(anEvent({ extra: fill(200), breadcrumbs, contexts })).items[0]?.payload
    expect(cutOnce).toMatchObject({ breadcrumbs, contexts })
    expect(Object.keys(cutOnce.extra)).toEqual(['crumbtrail'])

    const event = anEvent({
      extra: fill(200),
      contexts: { ...contexts, big: fill(200) },
      exception,
      tags: fill(200),
    })
    const { header, payload } = write(event).items[0] ?? {}
    expect(header.length).toBeLessThanOrEqual(limits.eventBytes)
    expect(payload.contexts).toEqual(contexts)
    expect(payload.exception.values).toHaveLength(20)
    expect(payload.exception.values[19].stacktrace.frames.at(-1)).toEqual({ function: 'f199', in_app: true })
  })
})

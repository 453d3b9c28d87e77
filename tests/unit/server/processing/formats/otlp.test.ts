import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anOtlpLog,
  anOtlpTrace,
  ENCODINGS,
  OTEL_TRACE,
  type SpanParts,
} from '#tests/support/builders/otlp-requests.ts'
import { runs } from '#tests/support/run/doses.ts'
import { processBody } from '#tests/support/store/process-body.ts'

const SPAN = '1234567890abcdef'
const PARENT = 'fedcba0987654321'

describe.each(ENCODINGS)('a trace in %s', (contentType) => {
  const process = (...spans: SpanParts[]) =>
    processBody('otlp_traces', anOtlpTrace(spans, contentType), { contentType })
  const spanOf = (parts: Partial<SpanParts>) => process({ spanId: SPAN, ...parts }).spans[0]

  it('becomes spans', () => {
    const { answer, spans, outcomes } = process({
      spanId: SPAN,
      parentSpanId: PARENT,
      kind: 2,
      name: 'SELECT cart',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'select * from cart' },
    })
    expect(answer).toEqual({ status: 200 })
    expect(outcomes).toEqual([])
    expect(spans).toMatchObject([
      {
        traceId: OTEL_TRACE,
        spanId: SPAN,
        parentSpanId: PARENT,
        isSegment: false,
        op: 'db',
        name: 'SELECT cart',
        side: 'server',
        status: 'ok',
        startUs: 1_790_000_000_500_000,
        durationUs: 250_000,
        release: 'shop@1.4.0',
        environment: 'staging',
        data: {
          'db.query.text': 'select * from cart',
          'resource.service.name': 'shop',
          'otel.scope.name': '@opentelemetry/instrumentation-http',
          'sentry.kind': 'client',
          'sentry.links': [{ trace_id: 'c'.repeat(32), span_id: 'd'.repeat(16), attributes: { a: 1 } }],
        },
      },
    ])
  })

  it.each([
    ['no parent', {}, true],
    ['a parent in its process', { parentSpanId: PARENT }, false],
    ['a parent elsewhere', { parentSpanId: PARENT, isRemote: true }, true],
    ['a request that it serves', { parentSpanId: PARENT, kind: 1 }, true],
    ['a message that it takes', { parentSpanId: PARENT, kind: 4 }, true],
    ['a request that it sends', { parentSpanId: PARENT, kind: 2 }, false],
  ])('has a segment of its own with %s: %s', (_name, parts, isSegment) => {
    expect(spanOf(parts)).toMatchObject({ isSegment, segmentId: isSegment ? SPAN : null })
  })

  it.each([
    [1, { 'http.request.method': 'GET' }, 'http.server'],
    [2, { 'http.request.method': 'GET' }, 'http.client'],
    [2, { 'http.method': 'GET' }, 'http.client'],
    [2, { 'db.system': 'redis' }, 'db'],
    [2, { 'rpc.system': 'grpc' }, 'rpc'],
    [3, { 'messaging.system': 'kafka' }, 'queue.publish'],
    [4, { 'messaging.system': 'kafka' }, 'queue.process'],
    [1, {}, 'server'],
    [0, {}, 'default'],
    [0, { 'sentry.op': 'ui.load' }, 'ui.load'],
  ])('calls kind %i with %j %s', (kind, attributes, op) => {
    expect(spanOf({ kind, attributes })?.op).toBe(op)
  })

  it('has status and values as they were set', () => {
    const attributes = { text: 'ä', whole: 7, part: 0.5, no: false, list: ['a', 'b'], numbers: [1, 2] }
    const span = spanOf({ attributes, status: { code: 2, message: 'deadline_exceeded' } })
    expect(span).toMatchObject({ status: 'deadline_exceeded', data: attributes })
    expect(spanOf({ status: { code: 2 } })?.status).toBe('internal_error')
  })

  const exception = (message = 'no price') => ({
    name: 'exception',
    attributes: {
      'exception.type': 'TypeError',
      'exception.message': message,
      'exception.stacktrace': `TypeError: ${message}\n    at totalOf (/app/cart/total.js:12:5)\n    at GET (/app/cart.js:3:1)`,
    },
  })

  it('makes an event of an exception, once for all spans that it passed', () => {
    const { spans, events, outcomes } = process(
      { spanId: SPAN, parentSpanId: PARENT, name: 'load cart', events: [exception()] },
      { spanId: PARENT, events: [exception()] },
    )
    expect(spans).toHaveLength(2)
    expect(events).toMatchObject([
      {
        title: { type: 'TypeError', value: 'no price', culprit: 'cart/total.js in totalOf' },
        event: {
          platform: 'node',
          level: 'error',
          release: 'shop@1.4.0',
          environment: 'staging',
          server_name: 'web-1',
          transaction: 'load cart',
          timestamp: 1_790_000_000.6,
          contexts: { trace: { trace_id: OTEL_TRACE, span_id: SPAN } },
        },
      },
    ])
    expect(events[0]?.event.exception.values[0]?.stacktrace?.frames).toHaveLength(2)
    expect(outcomes).toMatchObject([{ category: 'error', outcome: 'accepted', quantity: 1 }])
    const again = process({ spanId: PARENT, events: [exception()] })
    expect(again.events[0]?.event.event_id).toBe(events[0]?.event.event_id)
    const another = process({ spanId: PARENT, events: [exception('no cart')] })
    expect(another.events[0]?.event.event_id).not.toBe(events[0]?.event.event_id)
  })

  it('keeps other events on their span', () => {
    const span = spanOf({ events: [{ name: 'cache miss', attributes: { key: 'cart' } }] })
    expect(span?.data['otel.events']).toEqual([
      { name: 'cache miss', timestamp: 1_790_000_000.6, attributes: { key: 'cart' } },
    ])
  })

  it('says how many it could not take', () => {
    const { answer, spans, outcomes } = process({ spanId: SPAN }, { spanId: '0'.repeat(16) })
    expect(answer).toEqual({ status: 200, rejected: 1 })
    expect(spans).toHaveLength(1)
    expect(outcomes).toMatchObject([{ category: 'span', outcome: 'invalid', quantity: 1 }])
  })

  it('may be empty', () => {
    expect(process().answer).toEqual({ status: 200 })
  })

  it('is bounded by its spans', () => {
    const spans = Array.from({ length: 10_001 }, (_, index) => ({
      spanId: (index + 1).toString(16).padStart(16, '0'),
    }))
    expect(process(...spans.slice(0, 10_000)).spans).toHaveLength(10_000)
    const { answer, outcomes } = process(...spans)
    expect(answer).toEqual({ status: 413, detail: 'Cannot read spans: there are more than 10000' })
    expect(outcomes).toEqual([{ category: 'span', outcome: 'invalid', reason: 'too_many', quantity: 10_001 }])
  })
})

describe.each(ENCODINGS)('logs in %s', (contentType) => {
  const process = (...logs: Parameters<typeof anOtlpLog>[0]) =>
    processBody('otlp_logs', anOtlpLog(logs, contentType), { contentType })

  it('become logs', () => {
    const { answer, records, events } = process(
      { spanId: SPAN, attributes: { cart: 7 } },
      { body: { a: [1] } },
    )
    expect(answer).toEqual({ status: 200 })
    expect(events).toEqual([])
    expect(records).toMatchObject([
      {
        kind: 'log',
        timestampUs: 1_790_000_000_500_000,
        level: 'warn',
        body: 'cart is empty',
        traceId: OTEL_TRACE,
        spanId: SPAN,
        release: 'shop@1.4.0',
        environment: 'staging',
        attributes: { cart: 7, 'resource.service.name': 'shop' },
      },
      { body: '{"a":[1]}', traceId: null },
    ])
  })

  it.each([
    [1, 'trace'],
    [5, 'debug'],
    [9, 'info'],
    [13, 'warn'],
    [17, 'error'],
    [24, 'fatal'],
  ])('have for severity %i the level %s', (severityNumber, level) => {
    expect(process({ severityNumber }).records).toMatchObject([{ level }])
  })

  it('make an event of an exception beside the log', () => {
    const attributes = {
      'exception.type': 'KeyError',
      'exception.message': 'cart',
      'error.digest': 'K7Q2MX-4T9ZPA',
    }
    const { records, events } = process({ severityNumber: 21, attributes })
    expect(records).toHaveLength(1)
    expect(events).toMatchObject([
      { title: { type: 'KeyError', value: 'cart' }, event: { level: 'fatal', digests: ['K7Q2MX-4T9ZPA'] } },
    ])
  })
})

describe('a trace in JSON', () => {
  const json = (span: object) => ({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })
  const whole = {
    traceId: OTEL_TRACE.toUpperCase(),
    spanId: SPAN,
    name: 'GET /cart',
    kind: 'SPAN_KIND_SERVER', // not as OTLP wants it, but as protobuf's own mapping has it
    startTimeUnixNano: 1_790_000_000_500_000_000,
    endTimeUnixNano: '1790000000750000000',
    status: { code: 'STATUS_CODE_ERROR' },
    attributes: [
      { key: 'large', value: { intValue: '9223372036854775807' } },
      { key: 'small', value: { intValue: 5 } },
      { key: 'odd', value: { doubleValue: 'NaN' } },
      { key: 'bytes', value: { bytesValue: 'aGVsbG8=' } },
      { key: 'map', value: { kvlistValue: { values: [{ key: 'a', value: { boolValue: true } }] } } },
      { key: 'empty', value: {} },
      { key: '__proto__', value: { stringValue: 'x' } },
    ],
    aMemberOfTomorrow: 1,
  }

  it('may have enums by name, and numbers as texts', () => {
    expect(processBody('otlp_traces', json(whole)).spans).toMatchObject([
      {
        traceId: OTEL_TRACE,
        isSegment: true,
        op: 'server',
        status: 'internal_error',
        durationUs: 250_000,
        data: { large: '9223372036854775807', small: 5, odd: 'NaN', bytes: 'aGVsbG8=', map: { a: true } },
      },
    ])
  })

  it.each([
    ['no JSON', 'x', 'Cannot read traces: it is not JSON'],
    ['a list', '[]', 'Cannot read traces: it is not a JSON object'],
    ['too deep', '['.repeat(100) + ']'.repeat(100), 'Cannot read traces: JSON is nested deeper than 64'],
  ])('is refused when it is %s', (_name, body, detail) => {
    const { answer, outcomes } = processBody('otlp_traces', body)
    expect(answer).toEqual({ status: 400, detail })
    expect(outcomes).toMatchObject([{ category: 'span', outcome: 'invalid' }])
  })

  it('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(whole)), (value, member) => {
        for (const body of [value, json({ ...whole, [member]: value }), { resourceSpans: value }]) {
          for (const format of ['otlp_traces', 'otlp_logs'] as const) {
            expect([200, 400]).toContain(processBody(format, body).answer.status)
          }
        }
      }),
    )
  })
})

describe('a trace in protobuf', () => {
  const contentType = 'application/x-protobuf'
  const process = (body: Uint8Array) => processBody('otlp_traces', body, { contentType })

  it('is refused when it is none', () => {
    expect(process(new TextEncoder().encode('{"resourceSpans":[]}')).answer).toEqual({
      status: 400,
      detail: 'Cannot read traces: it is not OTLP protobuf',
    })
  })

  it('is refused before it becomes too many objects', () => {
    // resourceSpans { scopeSpans { spans {} spans {} … } }, each empty span two bytes
    const spans = new Uint8Array(2_000_000)
    for (let at = 0; at < spans.length; at += 2) spans[at] = 0x12
    const body = field(1, field(2, spans))
    expect(process(body).answer).toEqual({
      status: 413,
      detail: 'Cannot read OTLP: it has more than 300000 parts',
    })
  })

  it('is refused when it is nested without an end', () => {
    let value = new Uint8Array()
    for (let depth = 0; depth < 5_000; depth++) value = field(5, field(1, value))
    expect(process(field(1, field(1, field(1, field(2, value))))).answer.status).toBe(400)
  })

  it('never throws, however it is cut or changed', () => {
    const good = anOtlpTrace([{ spanId: SPAN, attributes: { a: 1, b: ['x'] } }], contentType)
    const byte = fc.record({ at: fc.nat(good.length - 1), to: fc.nat(255) })
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 5 }), fc.nat(good.length), (changes, length) => {
        const bytes = good.slice()
        for (const { at, to } of changes) bytes[at] = to
        expect([200, 400, 413]).toContain(process(bytes.slice(0, length)).answer.status)
      }),
      { numRuns: runs(1_000) },
    )
  })
})

/** A length-delimited field of a message. */
function field(id: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = [(id << 3) | 2]
  for (let left = content.length; ; left >>>= 7) {
    bytes.push(left > 127 ? (left & 127) | 128 : left)
    if (left <= 127) break
  }
  const whole = new Uint8Array(bytes.length + content.length)
  whole.set(bytes)
  whole.set(content, bytes.length)
  return whole
}

it('takes a span with more exceptions than a function takes arguments', () => {
  const event = {
    name: 'exception',
    attributes: [{ key: 'exception.type', value: { stringValue: 'E' } }],
  }
  const span = {
    traceId: OTEL_TRACE,
    spanId: SPAN,
    name: 'GET /',
    startTimeUnixNano: '1790000000000000000',
    endTimeUnixNano: '1790000001000000000',
    events: Array(130_000).fill(event),
  }
  const { answer, spans } = processBody(
    'otlp_traces',
    { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] },
    { contentType: 'application/json' },
  )
  expect(answer).toMatchObject({ status: 200 })
  expect(spans).toHaveLength(1)
})

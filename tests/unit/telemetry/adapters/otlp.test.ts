import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TelemetryItem } from '#telemetry/adapter.ts'
import { toAnyValue, toUnixNano } from '#telemetry/adapters/otlp/values.ts'
import { createOtlpAdapter } from '#telemetry/adapters/otlp.ts'
import type { TelemetryEvent } from '#telemetry/errors/event.ts'
import { limits } from '#telemetry/limits.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { anEvent, aTransaction, eventFromThrown, traceId } from '#tests/support/builders/telemetry-items.ts'
import { rewriteLogs, rewriteTraces } from '#tests/support/servers/collector.ts'
import { startUpstream } from '#tests/support/servers/upstream.ts'

async function start(answer?: Parameters<typeof startUpstream>[0]) {
  const upstream = await startUpstream(answer)
  const discards = createDiscards()
  const adapter = createOtlpAdapter({
    endpoint: `${upstream.url}/`,
    serviceName: 'shop',
    headers: { authorization: 'Bearer abc' },
    discards,
  })
  return {
    ...upstream,
    adapter,
    discards,
    async send(item: TelemetryItem) {
      adapter.deliver(item)
      expect(await adapter.flush(5000)).toBe(true)
      const { body, ...request } = upstream.received.at(-1) ?? { body: 'null' }
      return { ...request, message: JSON.parse(body) }
    },
  }
}

/** Attributes as a record, for reading. */
const attributesOf = (of: { attributes: { key: string; value: object }[] }): Record<string, unknown> =>
  Object.fromEntries(of.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const known = { release: 'shop@1', environment: 'test', server_name: 'web-1' }

describe('a transaction', () => {
  const item = { type: 'transaction', payload: aTransaction(known) } as const

  it('becomes spans at /v1/traces, the root first', async () => {
    const { send } = await start()
    const { message, ...request } = await send(item)
    expect(request).toMatchObject({
      url: '/v1/traces',
      headers: { 'content-type': 'application/json', authorization: 'Bearer abc' },
    })
    const [{ resource, scopeSpans }] = message.resourceSpans
    expect(attributesOf(resource)).toMatchObject({
      'service.name': 'shop',
      'service.version': 'shop@1',
      'deployment.environment': 'test',
      'deployment.environment.name': 'test',
      'host.name': 'web-1',
      'telemetry.sdk.language': 'nodejs',
    })
    const [root, child] = scopeSpans[0].spans
    expect(root).toMatchObject({
      traceId,
      spanId: 'a'.repeat(16),
      parentSpanId: 'b'.repeat(16),
      name: 'GET /issues',
      kind: 2,
      startTimeUnixNano: '1700000000000000000',
      endTimeUnixNano: '1700000000250000000',
      status: { code: 1 },
    })
    expect(child).toMatchObject({
      traceId,
      parentSpanId: root.spanId,
      name: 'SELECT issue',
      kind: 3,
      startTimeUnixNano: '1700000000100000000',
      status: { code: 2, message: 'internal_error' },
    })
    expect(attributesOf(child)).toEqual({ 'sentry.op': 'db', rows: 20, ratio: 0.5, cached: false })
  })

  it("is, to the last field, what OpenTelemetry's own exporter writes", async () => {
    const { send } = await start()
    const { message } = await send(item)
    expect(rewriteTraces(message)).toEqual(message)
  })
})

describe('an event', () => {
  const error = Object.assign(new TypeError('no price', { cause: new Error('socket closed') }), {
    code: 'E1',
  })
  const payload: TelemetryEvent = {
    ...eventFromThrown(error, {
      eventId: 'e'.repeat(32),
      timestampMs: 1_700_000_000_500,
      platform: 'node',
      mechanism: { type: 'fastify', handled: false },
    }),
    ...known,
    contexts: { trace: { trace_id: traceId, span_id: 'a'.repeat(16) }, error: { digest: 'K7Q2MX-4T9ZPA' } },
    breadcrumbs: {
      values: [
        { timestamp: 1_700_000_000, category: 'console', level: 'warning', message: 'cache is cold' },
        {
          timestamp: 1_700_000_000.25,
          type: 'http',
          category: 'fetch',
          data: { status_code: 500, url: '/api' },
        },
      ],
    },
    request: { method: 'GET', url: 'https://shop.example/cart' },
    user: { id: '7' },
    tags: { route: '/cart' },
    extra: { retries: [1, 2], big: 10n },
  }

  it('becomes log records at /v1/logs, what led there before what happened', async () => {
    const { send } = await start()
    const { message, ...request } = await send({ type: 'event', payload })
    expect(request.url).toBe('/v1/logs')
    const [{ scopeLogs }] = message.resourceLogs
    const [warning, http, failure] = scopeLogs[0].logRecords
    expect(warning).toMatchObject({
      timeUnixNano: '1700000000000000000',
      severityNumber: 13,
      severityText: 'WARNING',
      body: { stringValue: 'cache is cold' },
      traceId,
      spanId: 'a'.repeat(16),
    })
    expect(http).toMatchObject({ severityNumber: 9, body: { stringValue: 'fetch' } })
    expect(failure).toMatchObject({
      timeUnixNano: '1700000000500000000',
      severityNumber: 17,
      severityText: 'ERROR',
      eventName: 'exception',
      body: { stringValue: 'TypeError: no price' },
      traceId,
    })
    expect(attributesOf(failure)).toMatchObject({
      'crumbtrail.event_id': payload.event_id,
      'exception.type': 'TypeError',
      'exception.message': 'no price',
      'exception.stacktrace': expect.stringMatching(
        /^TypeError: no price\n {4}at .*otlp\.test\.ts:\d+:\d+\)\n[\s\S]* {2}caused by Error: socket closed\n {4}at /,
      ),
      'error.digest': 'K7Q2MX-4T9ZPA',
      'url.full': 'https://shop.example/cart',
      'user.id': '7',
    })
  })

  it("is, to the last field, what OpenTelemetry's own exporter writes", async () => {
    const { send } = await start()
    const { message } = await send({ type: 'event', payload })
    expect(rewriteLogs(message)).toEqual(message)
    const bare = await send({ type: 'event', payload: anEvent({ message: 'cache is cold', level: 'info' }) })
    expect(rewriteLogs(bare.message)).toEqual(bare.message)
  })
})

describe('a collector', () => {
  const anItem: TelemetryItem = { type: 'event', payload: anEvent({ message: 'x' }) }

  it('that takes a part only has refused the rest', async () => {
    const { send, discards } = await start((response) =>
      response.end(JSON.stringify({ partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } })),
    )
    await send(anItem)
    expect(discards.list()).toEqual([{ reason: 'send_error', category: 'error', quantity: 1 }])
  })

  it.each(['{}', '', 'nonsense', 'null', '{"partialSuccess":{"errorMessage":"a warning"}}'])(
    'that answers %j has taken all',
    async (answer) => {
      const { send, discards } = await start((response) => response.end(answer))
      await send(anItem)
      expect(discards.list()).toEqual([])
    },
  )

  it('that answers without an end is not listened to', async () => {
    const { send, discards } = await start((response) => {
      const write = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), write)
      }
      write()
    })
    await send(anItem)
    expect(discards.list()).toEqual([])
  })

  it('that hangs holds nobody', async () => {
    const { adapter } = await start(() => {})
    for (let index = 0; index < limits.sendBuffer; index++) adapter.deliver(anItem)
    expect(await adapter.flush(20)).toBe(false)
  })

  it('gets no client reports: it has no place for them', async () => {
    const { adapter, received } = await start()
    adapter.deliver({ type: 'client_report', payload: { timestamp: 1, discarded_events: [] } })
    expect(await adapter.flush(1000)).toBe(true)
    expect(received).toEqual([])
  })

  it.each(['nonsense', 'ftp://localhost', ''])('cannot be at %j', (endpoint) => {
    expect(() => createOtlpAdapter({ endpoint, serviceName: 'shop' })).toThrow(
      'Cannot parse the OTLP endpoint: it is not like http://localhost:4318',
    )
  })
})

describe('values', () => {
  it('of any kind are written so that a collector can read them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(toAnyValue(value))).not.toMatch(/undefined|NaN|Infinity/)
      }),
    )
    expect([2 ** 60, 1.5, Number.NaN, 7].map(toAnyValue)).toEqual([
      { doubleValue: 2 ** 60 },
      { doubleValue: 1.5 },
      { stringValue: 'NaN' },
      { intValue: 7 },
    ])
  })

  it('times are whole nanoseconds, exact to the microsecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000_000_000 }),
        fc.integer({ min: 0, max: 999_999 }),
        (seconds, micros) => {
          const nanos = BigInt(toUnixNano(seconds + micros / 1e6))
          const exact = BigInt(seconds) * 1_000_000_000n + BigInt(micros) * 1000n
          expect(Number(nanos - exact)).toBe(0)
        },
      ),
    )
    expect([toUnixNano(0), toUnixNano(Number.NaN), toUnixNano(-1)]).toEqual(['0', '0', '0'])
  })
})

describe('what differs by kind', () => {
  const transaction = { type: 'transaction', payload: aTransaction(known) } as const

  it('has an address that is used as it is, headers and gzip of its own', async () => {
    const upstream = await startUpstream()
    const adapter = createOtlpAdapter({
      endpoint: upstream.url,
      serviceName: 'shop',
      headers: { 'x-all': '1' },
      traces: {
        url: `${upstream.url}/in/`,
        headers: { 'x-traces': '2' },
        gzip: (text) => new Uint8Array(gzipSync(text)),
      },
    })
    adapter.deliver(transaction)
    adapter.deliver({ type: 'event', payload: anEvent() })
    expect(await adapter.flush(5000)).toBe(true)
    const [traces, logs] = upstream.received.toSorted((a, b) => a.url.localeCompare(b.url))
    expect(traces).toMatchObject({ url: '/in/', headers: { 'x-traces': '2', 'content-encoding': 'gzip' } })
    expect(logs).toMatchObject({ url: '/v1/logs', headers: { 'x-all': '1' } })
    expect(logs?.headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(logs?.body ?? '')).toHaveProperty('resourceLogs')
  })

  it.each([
    [undefined, 10_000],
    [2_500, 2_500],
  ])('with a time-out of %s gives a send up after %s ms', async (timeoutMs, expected) => {
    const asked = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => asked.mockRestore())
    const upstream = await startUpstream()
    const adapter = createOtlpAdapter({ endpoint: upstream.url, serviceName: 'shop', timeoutMs })
    adapter.deliver(transaction)
    await adapter.flush(5000)
    expect(asked.mock.calls).toContainEqual([expected])
  })
})

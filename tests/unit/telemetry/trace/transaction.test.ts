import { describe, expect, it } from 'vitest'
import { setContext, setExtra, setTag } from '#telemetry/scope/scope.ts'
import { createTracedTelemetry } from '#tests/support/store/traced-telemetry.ts'

describe('a transaction', () => {
  it('is what Sentry takes: a root, its spans, and what is known around them', () => {
    const { tracing, telemetry, transactions, advance } = createTracedTelemetry(
      { sampleRate: 1 },
      { serverName: 'desk-1' },
    )
    setTag(telemetry.globalScope, 'shop', 'north')
    telemetry.globalScope.user = { id: '7' }
    telemetry.globalScope.describeRequest = () => ({ method: 'GET', url: 'https://shop.example/cart' })
    setContext(telemetry.globalScope, 'runtime', { name: 'node' })
    setExtra(telemetry.globalScope, 'secret', 'of an error')
    telemetry.addBreadcrumb({ message: 'of an error' })
    const root = tracing.startRootSpan({
      op: 'http.server',
      name: 'GET /cart',
      source: 'route',
      attributes: { 'http.route': '/cart', missing: undefined },
    })
    advance(10)
    const child = root.startChild({ op: 'db', name: 'select', attributes: { rows: 3 } })
    advance(5)
    child.status = 'internal_error'
    child.end()
    root.trace.measurements.ttfb = { value: 12.5, unit: 'millisecond' }
    advance(5)
    root.end()
    const trace_id = root.context.traceId
    expect(transactions()).toEqual([
      {
        type: 'transaction',
        event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        platform: 'node',
        level: 'info',
        transaction: 'GET /cart',
        transaction_info: { source: 'route' },
        start_timestamp: 1_700_000_000,
        timestamp: 1_700_000_000.02,
        contexts: {
          runtime: { name: 'node' },
          os: expect.any(Object),
          device: expect.any(Object),
          trace: {
            trace_id,
            span_id: root.context.spanId,
            op: 'http.server',
            status: 'ok',
            origin: 'manual',
            data: { 'http.route': '/cart' },
          },
        },
        spans: [
          {
            trace_id,
            span_id: child.context.spanId,
            parent_span_id: root.context.spanId,
            op: 'db',
            description: 'select',
            start_timestamp: 1_700_000_000.01,
            timestamp: 1_700_000_000.015,
            status: 'internal_error',
            origin: 'manual',
            data: { rows: 3 },
          },
        ],
        measurements: { ttfb: { value: 12.5, unit: 'millisecond' } },
        tags: { shop: 'north' },
        user: { id: '7' },
        request: { method: 'GET', url: 'https://shop.example/cart' },
        release: 'shop@2.1.0',
        environment: 'staging',
        server_name: 'desk-1',
        sdk: { name: 'crumbtrail', version: expect.any(String) },
      },
    ])
  })

  it('carries the sampling context of its trace', () => {
    const { tracing, items } = createTracedTelemetry({ sampleRate: 1, publicKey: 'abc' })
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    root.end()
    expect(items[0]?.trace).toEqual({
      environment: 'staging',
      release: 'shop@2.1.0',
      public_key: 'abc',
      trace_id: root.context.traceId,
      transaction: 'import',
      sampled: 'true',
      sample_rand: expect.stringMatching(/^0\.\d{1,6}$|^0$/),
      sample_rate: '1',
    })
  })

  it('takes whatever stands in attributes, and nothing that cannot be sent', () => {
    const { tracing, transactions } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    // as untyped code would
    for (const value of [cycle, 1n, Symbol('x'), () => 1])
      root.setAttribute(String(typeof value), value as never)
    root.end()
    expect(JSON.parse(JSON.stringify(transactions()))).toMatchObject([
      { contexts: { trace: { data: { bigint: '1', object: { self: '[Circular]' } } } } },
    ])
  })

  it('of a page that was not found is left out and counted, with its spans', () => {
    const { tracing, transactions, telemetry } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'http.server', name: 'GET /wp-admin' })
    root.startChild({ op: 'db', name: 'select' }).end()
    root.setAttribute('http.response.status_code', 404)
    root.end()
    expect(transactions()).toEqual([])
    expect(telemetry.discards.list()).toEqual([
      { reason: 'event_processor', category: 'transaction', quantity: 1 },
      { reason: 'event_processor', category: 'span', quantity: 2 },
    ])
  })

  it('after the close is counted, not sent', async () => {
    const { tracing, transactions, telemetry } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    await telemetry.close(10)
    root.end()
    expect(transactions()).toEqual([])
    expect(telemetry.discards.list()).toMatchObject([
      { reason: 'queue_overflow', category: 'transaction' },
      { reason: 'queue_overflow', category: 'span' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { continueTrace } from '#telemetry/trace/propagation.ts'
import type { Span } from '#telemetry/trace/span.ts'
import { createTracedTelemetry } from '#tests/support/store/traced-telemetry.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const incoming = (flag: string, baggage = '') => continueTrace(`${traceId}-${spanId}${flag}`, baggage)

/** The names of what was delivered, each with the names of its spans. */
function namesOf({ transactions }: ReturnType<typeof createTracedTelemetry>) {
  return transactions().map(({ transaction, spans }) => [
    transaction,
    ...spans.map((span) => span.description),
  ])
}

describe('startSpan()', () => {
  it('runs work below the active span, nested, and hands on what it returns', () => {
    const traced = createTracedTelemetry()
    const { tracing } = traced
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    const result = tracing.withSpan(root, () =>
      tracing.startSpan({ op: 'x', name: 'outer' }, (outer) => {
        expect(tracing.activeSpan()).toBe(outer)
        return tracing.startSpan({ op: 'x', name: 'inner' }, (inner) => {
          expect(inner.context.parentSpanId).toBe(outer.context.spanId)
          return 42
        })
      }),
    )
    root.end()
    expect(result).toBe(42)
    expect(namesOf(traced)).toEqual([['import', 'outer', 'inner']])
  })

  it('ends with what the work promised', async () => {
    const traced = createTracedTelemetry()
    const { tracing, advance } = traced
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    const gate = Promise.withResolvers<string>()
    let span: Span | undefined
    const result = tracing.withSpan(root, () =>
      tracing.startSpan({ op: 'x', name: 'slow' }, (started) => {
        span = started
        return gate.promise
      }),
    )
    advance(70)
    expect(span?.endTimeMs).toBeUndefined()
    gate.resolve('done')
    expect(await result).toBe('done')
    expect((span?.endTimeMs ?? 0) - (span?.startTimeMs ?? 0)).toBe(70)
  })

  it('says that the work failed, and lets the failure through', async () => {
    const { tracing, transactions } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    const error = new Error('no price')
    await tracing.withSpan(root, async () => {
      const fail = () => {
        throw error
      }
      expect(() => tracing.startSpan({ op: 'x', name: 'throws' }, fail)).toThrow(error)
      await expect(tracing.startSpan({ op: 'x', name: 'rejects' }, () => Promise.reject(error))).rejects.toBe(
        error,
      )
    })
    root.end()
    expect(transactions()[0]?.spans).toMatchObject([
      { description: 'throws', status: 'internal_error' },
      { description: 'rejects', status: 'internal_error' },
    ])
  })

  it('keeps the status that the work has set', () => {
    const { tracing, transactions } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    const fail = (span: Span) => {
      span.status = 'permission_denied'
      throw new Error('not yours')
    }
    expect(() => tracing.withSpan(root, () => tracing.startSpan({ op: 'x', name: 'x' }, fail))).toThrow()
    root.end()
    expect(transactions()[0]?.spans).toMatchObject([{ status: 'permission_denied' }])
  })

  it('records nothing below no root, and runs the work all the same', () => {
    const { tracing, items, telemetry } = createTracedTelemetry()
    expect(tracing.startSpan({ op: 'db', name: 'select' }, () => 7)).toBe(7)
    expect(items).toEqual([])
    expect(telemetry.discards.list()).toEqual([])
  })
})

describe('sampling', () => {
  it('of nothing delivers nothing, and counts it', () => {
    const { tracing, items, telemetry } = createTracedTelemetry({ sampleRate: 0 })
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    root.startChild({ op: 'x', name: 'x' }).end()
    root.end()
    root.end()
    expect(root.context.sampled).toBe(false)
    expect(items).toEqual([])
    expect(telemetry.discards.list()).toEqual([
      { reason: 'sample_rate', category: 'transaction', quantity: 1 },
      { reason: 'sample_rate', category: 'span', quantity: 1 },
    ])
  })

  it('is inherited from the incoming trace, whatever the rate', () => {
    for (const [flag, sampleRate, expected] of [
      ['-1', 0, 1],
      ['-0', 1, 0],
      ['', 1, 1],
    ] as const) {
      const { tracing, transactions } = createTracedTelemetry({ sampleRate })
      tracing.startRootSpan({ op: 'x', name: 'x', from: incoming(flag) }).end()
      expect(transactions()).toHaveLength(expected)
    }
  })

  it('decides by the fraction that the trace brings along', () => {
    const { tracing, transactions } = createTracedTelemetry({ sampleRate: 0.5 })
    for (const rand of ['0.4', '0.6']) {
      const from = incoming('', `sentry-sample_rand=${rand}`)
      tracing.startRootSpan({ op: 'x', name: rand, from }).end()
    }
    expect(transactions().map(({ transaction }) => transaction)).toEqual(['0.4'])
  })

  it('without rate and sampler records nothing, whatever others decided, and hands their decision on', () => {
    const { tracing, items } = createTracedTelemetry({})
    for (const flag of ['-1', '-0', '']) {
      const root = tracing.startRootSpan({ op: 'x', name: 'x', from: incoming(flag) })
      expect(tracing.traceHeaders(root)['sentry-trace']).toBe(`${traceId}-${root.context.spanId}${flag}`)
      root.end()
    }
    expect(items).toEqual([])
  })
})

describe('a root from an incoming trace', () => {
  it('makes the root a child of what called', () => {
    const { tracing, transactions } = createTracedTelemetry()
    tracing.startRootSpan({ op: 'x', name: 'x', from: incoming('-1') }).end()
    expect(transactions()[0]?.contexts.trace).toMatchObject({ trace_id: traceId, parent_span_id: spanId })
  })

  it('gives each root a trace of its own where nothing came', () => {
    const { tracing } = createTracedTelemetry()
    const roots = [1, 2].map(() =>
      tracing.startRootSpan({ op: 'x', name: 'x', from: continueTrace('', 'a=1') }),
    )
    expect(roots[0]?.context.traceId).not.toBe(roots[1]?.context.traceId)
    expect(roots[0]?.context.parentSpanId).toBeUndefined()
  })
})

describe('traceHeaders()', () => {
  it('lead to the active span', () => {
    const { tracing } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'x', name: 'GET /a', source: 'route' })
    tracing.withSpan(root, () =>
      tracing.startSpan({ op: 'x', name: 'x' }, ({ context }) => {
        const headers = tracing.traceHeaders()
        expect(headers['sentry-trace']).toBe(`${context.traceId}-${context.spanId}-1`)
        expect(headers.traceparent).toBe(`00-${context.traceId}-${context.spanId}-01`)
        expect(headers.baggage).toContain(`sentry-trace_id=${context.traceId}`)
        expect(headers.baggage).toContain('sentry-transaction=GET%20%2Fa')
        expect(headers.baggage).toContain('sentry-sampled=true')
      }),
    )
  })

  it('name no transaction whose name is an address', () => {
    const { tracing } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'x', name: '/users/7', source: 'url' })
    expect(tracing.traceHeaders(root).baggage).not.toContain('transaction')
    root.name = '/users/@id'
    root.trace.source = 'route'
    expect(tracing.traceHeaders(root).baggage).toContain('sentry-transaction=%2Fusers%2F%40id')
  })

  it("hand the context of another's trace on as it came, with the rate that was applied here", () => {
    const { tracing } = createTracedTelemetry({ sampler: () => 1 })
    const from = incoming(
      '-1',
      'vendor=1,sentry-release=theirs,sentry-sample_rand=0.1,sentry-sample_rate=0.5',
    )
    expect(tracing.traceHeaders(tracing.startRootSpan({ op: 'x', name: 'x', from })).baggage).toBe(
      'sentry-release=theirs,sentry-sample_rand=0.1,sentry-sample_rate=1',
    )
    const inherited = createTracedTelemetry()
    expect(
      inherited.tracing.traceHeaders(inherited.tracing.startRootSpan({ op: 'x', name: 'x', from })).baggage,
    ).toBe('sentry-release=theirs,sentry-sample_rand=0.1,sentry-sample_rate=0.5')
  })

  it('are there where no span is active, and decide nothing', () => {
    const { tracing, items } = createTracedTelemetry()
    const headers = tracing.traceHeaders()
    expect(headers['sentry-trace']).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/)
    expect(headers.baggage).toEqual(
      expect.stringMatching(
        /^sentry-trace_id=[0-9a-f]{32},sentry-sample_rand=0\.?\d*,sentry-environment=staging,sentry-release=shop%402\.1\.0$/,
      ),
    )
    expect(tracing.traceHeaders()).toEqual(headers)
    expect(items).toEqual([])
  })
})

describe('what is captured', () => {
  it('says in which trace and span it happened, as it was then', () => {
    const { tracing, telemetry, events } = createTracedTelemetry()
    const root = tracing.startRootSpan({ op: 'task', name: 'import' })
    const child = tracing.withSpan(root, () =>
      tracing.startSpan({ op: 'x', name: 'x' }, (span) => {
        telemetry.captureException(new Error('no price'))
        return span
      }),
    )
    telemetry.captureMessage('outside')
    expect(events()[0]?.contexts?.trace).toEqual({
      trace_id: root.context.traceId,
      span_id: child.context.spanId,
      parent_span_id: root.context.spanId,
    })
    expect(events()[1]?.contexts?.trace?.trace_id).not.toBe(root.context.traceId)
  })

  it('says it without sampling, too', () => {
    for (const options of [{ sampleRate: 0 }, {}]) {
      const { tracing, telemetry, events } = createTracedTelemetry(options)
      const root = tracing.startRootSpan({ op: 'task', name: 'import' })
      tracing.withSpan(root, () => telemetry.captureMessage('inside'))
      expect(events()[0]?.contexts?.trace).toMatchObject({ trace_id: root.context.traceId })
    }
  })
})

describe('startIdleSpan()', () => {
  it('is active until the next one starts, also when it has ended', () => {
    const { tracing, setTimer, advance, telemetry, events, transactions } = createTracedTelemetry()
    const one = tracing.startIdleSpan({ op: 'pageload', name: '/', setTimer })
    expect(tracing.activeSpan()).toBe(one)
    tracing.startSpan({ op: 'x', name: 'below' }, () => {})
    advance(5_000)
    telemetry.captureMessage('a click, later')
    expect(events()[0]?.contexts?.trace).toMatchObject({ trace_id: one.context.traceId })
    tracing.startSpan({ op: 'x', name: 'too late' }, () => {})
    expect(transactions()[0]?.spans.map(({ description }) => description)).toEqual(['below'])
    const two = tracing.startIdleSpan({ op: 'navigation', name: '/cart', setTimer })
    expect(tracing.activeSpan()).toBe(two)
    expect(two.context.traceId).not.toBe(one.context.traceId)
    expect(tracing.traceHeaders()['sentry-trace']).toContain(two.context.traceId)
  })

  it('ends by itself without sampling, too', () => {
    const { tracing, setTimer, advance, pending, items } = createTracedTelemetry({ sampleRate: 0 })
    const idle = tracing.startIdleSpan({ op: 'pageload', name: '/', setTimer })
    tracing.startSpan({ op: 'x', name: 'x' }, () => {})
    advance(2_000)
    expect(idle.endTimeMs).toBeDefined()
    expect(pending()).toBe(0)
    expect(items).toEqual([])
  })
})

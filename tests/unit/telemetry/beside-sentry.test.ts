import { extractTraceparentData } from '@sentry/core'
import { describe, expect, it } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { isRedirect } from '#telemetry/errors/filters.ts'
import { describeThrown } from '#telemetry/errors/thrown/describe-thrown.ts'
import { createTelemetry, type TelemetryOptions } from '#telemetry/telemetry.ts'
import { parseTraceHeaders } from '#telemetry/trace/incoming.ts'
import { formatTraceHeaders, injectTrace } from '#telemetry/trace/propagation.ts'
import { createTracing, type TracingOptions } from '#telemetry/trace/tracing.ts'

// Where people who know Sentry's SDKs expect the same of ours.

function start(options: Partial<TelemetryOptions> = {}, tracingOptions: Partial<TracingOptions> = {}) {
  const memory = createMemoryAdapter()
  const telemetry = createTelemetry({ adapters: [memory], platform: 'node', ...options })
  const tracing = createTracing(telemetry, { clock: Date.now, ...tracingOptions })
  return { memory, telemetry, tracing }
}

const failAgain = () => new Error('the cache is gone')

describe('an error that happens again', () => {
  it('is one report as long as nothing else happens, and the others are counted', () => {
    const { memory, telemetry } = start()
    for (let times = 0; times < 3; times++) telemetry.captureException(failAgain())
    expect(memory.events).toHaveLength(1)
    expect(telemetry.discards.list()).toEqual([{ reason: 'event_processor', category: 'error', quantity: 2 }])
    telemetry.captureException(new Error('another'))
    telemetry.captureException(failAgain())
    expect(memory.events).toHaveLength(3)
  })

  it('is another one with another fingerprint, message or stack', () => {
    const { memory, telemetry } = start()
    telemetry.captureException(failAgain())
    telemetry.globalScope.fingerprint = ['other']
    telemetry.captureException(failAgain())
    telemetry.captureException(Object.assign(failAgain(), { stack: 'Error\n at f (/a.js:1:1)' }))
    telemetry.captureException(Object.assign(failAgain(), { stack: 'Error\n at f (/a.js:1:2)' }))
    expect(memory.events).toHaveLength(4)
  })

  it('is reported every time with a digest: each visitor was shown one', () => {
    const { memory, telemetry } = start()
    for (const digest of ['A', 'B', 'C']) telemetry.captureException(failAgain(), { digest })
    expect(memory.events.map(({ contexts }) => contexts?.error?.digest)).toEqual(['A', 'B', 'C'])
  })

  it('is the same for messages', () => {
    const { memory, telemetry } = start()
    for (const message of ['full', 'full', 'empty']) telemetry.captureMessage(message)
    expect(memory.events.map(({ message }) => message)).toEqual(['full', 'empty'])
  })
})

it('an event, a transaction and a header say `production` where no environment is set', () => {
  const { memory, telemetry, tracing } = start({}, { sampleRate: 1 })
  telemetry.captureException(failAgain())
  const root = tracing.startRootSpan({ op: 'x', name: 'x' })
  root.end()
  expect(memory.items.map(({ payload }) => (payload as { environment?: string }).environment)).toEqual([
    'production',
    'production',
  ])
  expect(tracing.traceHeaders(root).baggage).toContain('sentry-environment=production')
})

describe('what came without a stack', () => {
  it.each([['a string'], [null], [{ status: 'gone' }]])('has the one of its report: %o', (thrown) => {
    const { memory, telemetry } = start()
    telemetry.captureException(thrown)
    const [exception] = memory.events[0]?.exception?.values ?? []
    expect(exception?.stacktrace?.frames.at(-1)?.filename).toContain('beside-sentry.test.ts')
  })

  it('has none where nobody caught it: the frames would be those of whoever listens', () => {
    const { memory, telemetry } = start()
    telemetry.captureException('a string', { handled: false })
    expect(memory.events[0]?.exception?.values[0]).not.toHaveProperty('stacktrace.frames')
  })

  it('is a message with the stack of its report', () => {
    const { memory, telemetry } = start()
    telemetry.captureMessage('full')
    expect(memory.events[0]?.stacktrace?.frames.at(-1)?.filename).toContain('beside-sentry.test.ts')
  })
})

describe('words for what is no error', () => {
  it('say what an answer was, without the secrets of its address', () => {
    const response = new Response(null, { status: 404 })
    Object.defineProperty(response, 'url', { value: 'https://shop.example/cart?token=abc' })
    expect(describeThrown(response)).toMatchObject({
      type: 'ThrownResponse',
      value: '404 https://shop.example/cart?token=[Filtered]',
    })
  })

  it('say which event it was, as @sentry/browser 11 does', () => {
    expect(describeThrown(new Event('load'), 'promise rejection')).toMatchObject({
      type: 'ThrownEvent',
      value: 'Event `Event` (type=load) captured as promise rejection',
    })
    expect(describeThrown(new Event('x')).value).toBe('Event `Event` (type=x) captured as exception')
  })
})

describe('redirects of frameworks', () => {
  it.each([
    ['React Router', Response.redirect('https://shop.example/sign-in', 302), true],
    ['TanStack Router', Object.assign(new Response(null, { status: 307 }), { options: { to: '/x' } }), true],
    ['TanStack Router up to 1.120', { isRedirect: true, to: '/x', statusCode: 307 }, true],
    ['React Router, an answer that is none', new Response(null, { status: 404 }), false],
    ['an error that has a status', Object.assign(new Error('moved'), { status: 302 }), false],
  ])('%s', (_name, thrown, expected) => {
    expect(isRedirect(thrown, {})).toBe(expected)
  })
})

describe('a trace from elsewhere', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const header = `${traceId}-b7ad6b7169203331-1`
  const random = (byteCount: number) => new Uint8Array(byteCount).fill(128)

  it('is not recorded where tracing is off, and its decision is handed on', () => {
    const { memory, telemetry, tracing } = start()
    const root = tracing.startRootSpan({
      op: 'x',
      name: 'x',
      from: parseTraceHeaders({ 'sentry-trace': header }, random),
    })
    root.end()
    expect(memory.items).toEqual([])
    expect(telemetry.discards.list()).toEqual([])
    expect(extractTraceparentData(tracing.traceHeaders(root)['sentry-trace'])?.parentSampled).toBe(true)
  })

  it('keeps its sample_rand without baggage, and has no other member', () => {
    const { tracing } = start({}, { sampleRate: 1 })
    const from = parseTraceHeaders({ 'sentry-trace': header }, random)
    const root = tracing.startRootSpan({ op: 'x', name: 'x', from })
    expect(tracing.traceHeaders(root).baggage).toBe(`sentry-sample_rand=${from?.sampleRand}`)
  })

  it('is named in the envelope header of an error, too', () => {
    const { memory, telemetry } = start({ release: 'shop@1' }, { publicKey: 'abc' })
    telemetry.captureException(failAgain())
    const [item] = memory.items
    expect(item?.trace).toMatchObject({
      trace_id: memory.events[0]?.contexts?.trace?.trace_id,
      public_key: 'abc',
      release: 'shop@1',
      environment: 'production',
    })
  })
})

it('beside 8,100 characters of others the id of the trace goes on, and what matters less does not', () => {
  const context = { environment: 'production', release: 'shop@1', trace_id: 'a'.repeat(32) }
  const trace = formatTraceHeaders(
    { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true },
    context,
  )
  const headers = new Headers({ baggage: `vendor=${'x'.repeat(8_093)}` })
  injectTrace(headers, trace)
  const baggage = headers.get('baggage') ?? ''
  expect(baggage).toContain(`,sentry-trace_id=${'a'.repeat(32)}`)
  expect(baggage.length).toBeLessThanOrEqual(8_192)
})

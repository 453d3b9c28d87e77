// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { type BrowserTracingOptions, startBrowserTracing } from '#telemetry/browser/tracing.ts'
import { limits } from '#telemetry/limits.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import { allowTargets } from '#telemetry/trace/targets.ts'

const traceId = '0123456789abcdef0123456789abcdef'
const spanId = '0123456789abcdef'

type Listed = { name: string; startTime: number; initiatorType?: string; responseEnd?: number }

let readyState: DocumentReadyState
let visibilityState: DocumentVisibilityState
let uninstall = () => {}

beforeEach(() => {
  told = []
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  readyState = 'complete'
  visibilityState = 'visible'
  Object.defineProperty(document, 'readyState', { get: () => readyState, configurable: true })
  Object.defineProperty(document, 'visibilityState', { get: () => visibilityState, configurable: true })
  vi.stubGlobal('PerformanceObserver', undefined)
  vi.stubGlobal('fetch', async (..._args: Parameters<typeof fetch>) => new Response(''))
  history.replaceState(null, '', '/issues?token=4f9a')
})

afterEach(() => {
  uninstall()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.head.innerHTML = ''
})

function start(options: BrowserTracingOptions = { sampleRate: 1 }, listed: Listed[] = []) {
  const startedAtMs = performance.now()
  const navigation = { startTime: 0, responseStart: 80, activationStart: 0 }
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(
    (type) => (type === 'navigation' ? [navigation] : type === 'resource' ? listed : []) as never,
  )
  const memory = createMemoryAdapter()
  const telemetry = createTelemetry({ adapters: [memory], platform: 'javascript' })
  const tracing = startBrowserTracing(telemetry, options)
  uninstall = tracing.uninstall
  return {
    telemetry,
    tracing,
    startedAtMs,
    transactions: () => memory.items.flatMap((item) => (item.type === 'transaction' ? [item.payload] : [])),
    events: () => memory.items.flatMap((item) => (item.type === 'event' ? [item.payload] : [])),
  }
}

const isAt = (seconds: number) => expect.closeTo(seconds, 3)

function hide() {
  visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
}

type Tell = (list: { getEntries(): unknown[] }) => void

/** What hears of interactions. */
let told: Tell[] = []

class HandObserver {
  static supportedEntryTypes = ['layout-shift']
  tell: Tell
  constructor(callback: Tell) {
    this.tell = callback
  }
  observe({ type }: { type: string }) {
    if (type === 'event') told.push(this.tell)
  }
  takeRecords() {
    return []
  }
}

describe('the page load', () => {
  it('is a trace of its own, from the navigation on, named by its path', () => {
    const { transactions } = start()
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    expect(transactions()).toMatchObject([
      {
        transaction: '/issues',
        transaction_info: { source: 'url' },
        contexts: {
          trace: { op: 'pageload', status: 'ok', data: { 'sentry.idle_span_finish_reason': 'idleTimeout' } },
        },
        measurements: { ttfb: { value: 80, unit: 'millisecond' } },
      },
    ])
    expect(transactions()[0]?.start_timestamp).toEqual(isAt((Date.now() - performance.now()) / 1000))
  })

  it('goes on with the trace of the request that answered it', () => {
    document.head.innerHTML = `<meta name="sentry-trace" content="${traceId}-${spanId}-1">
      <meta name="baggage" content="sentry-trace_id=${traceId},sentry-sample_rate=0.5">`
    const { telemetry, transactions, events } = start({ sampleRate: 0 })
    telemetry.captureMessage('below')
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    expect(transactions()[0]?.contexts.trace).toMatchObject({ trace_id: traceId, parent_span_id: spanId })
    expect(events()[0]?.contexts?.trace).toMatchObject({ trace_id: traceId })
  })

  it('leaves nothing where the request was not sampled', () => {
    document.head.innerHTML = `<meta name="sentry-trace" content="${traceId}-${spanId}-0">`
    const { telemetry, transactions } = start({ sampleRate: 1 })
    vi.advanceTimersByTime(limits.finalTimeoutMs)
    expect(transactions()).toEqual([])
    expect(telemetry.discards.list()).toMatchObject([
      { reason: 'sample_rate', category: 'transaction' },
      { reason: 'sample_rate', category: 'span' },
    ])
  })

  it('does not end while the document is loading', () => {
    readyState = 'loading'
    const { transactions } = start()
    vi.advanceTimersByTime(limits.idleTimeoutMs * 5)
    expect(transactions()).toEqual([])
    readyState = 'interactive'
    document.dispatchEvent(new Event('readystatechange'))
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    expect(transactions()).toHaveLength(1)
  })

  it('ends when the page is hidden, and leaves at once', () => {
    const { transactions } = start()
    hide()
    expect(transactions()).toMatchObject([
      { contexts: { trace: { data: { 'sentry.idle_span_finish_reason': 'documentHidden' } } } },
    ])
  })

  it('is followed by what vitals have become when the page is hidden, once', () => {
    vi.stubGlobal('PerformanceObserver', HandObserver)
    const { tracing, transactions } = start()
    const page = tracing.activeSpan().context
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    told[0]?.({ getEntries: () => [{ interactionId: 1, duration: 240 }] })
    tracing.startNavigation('/issues/17', 'fresh')
    hide()
    hide()
    expect(transactions().map(({ contexts }) => contexts.trace.op)).toEqual([
      'pageload',
      'navigation',
      'ui.webvital',
    ])
    expect(transactions()[2]).toMatchObject({
      transaction: '/issues',
      contexts: { trace: { trace_id: page.traceId, parent_span_id: page.spanId } },
    })
    expect(transactions()[2]?.measurements).toEqual({ inp: { value: 240, unit: 'millisecond' } })
  })

  it('is followed by nothing where the page was not there, whatever its vitals have become', () => {
    vi.stubGlobal('PerformanceObserver', HandObserver)
    const { tracing, transactions } = start()
    tracing.activeSpan().setAttribute('http.response.status_code', 404)
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    told[0]?.({ getEntries: () => [{ interactionId: 1, duration: 240 }] })
    hide()
    expect(transactions()).toEqual([])
  })

  it('is followed by nothing where nothing has changed', () => {
    const { transactions } = start()
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    hide()
    expect(transactions()).toHaveLength(1)
  })

  it('has what it loaded as children, without secrets, requests and what was before, and not too many', () => {
    const script = { initiatorType: 'script', startTime: 100, responseEnd: 250 }
    const { transactions } = start({ sampleRate: 1 }, [
      { ...script, name: 'https://shop.example/a.js?key=4f9a' },
      { ...script, name: 'https://shop.example/api', initiatorType: 'fetch' },
      ...Array.from({ length: 80 }, (_, index) => ({ ...script, name: `https://shop.example/${index}.js` })),
    ])
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    const spans = transactions()[0]?.spans ?? []
    expect(spans).toHaveLength(limits.resourceSpans)
    expect(spans[0]).toMatchObject({
      op: 'resource.script',
      description: 'https://shop.example/a.js?key=[Filtered]',
    })
    expect((spans[0]?.timestamp ?? 0) - (spans[0]?.start_timestamp ?? 0)).toEqual(isAt(0.15))
  })

  it('has hydration as a child, from our first line on', () => {
    const { tracing, transactions } = start()
    vi.advanceTimersByTime(120)
    tracing.markHydrated()
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    const [span] = transactions()[0]?.spans ?? []
    expect(span).toMatchObject({ op: 'ui.hydrate', status: 'ok' })
    expect((span?.timestamp ?? 0) - (span?.start_timestamp ?? 0)).toEqual(isAt(0.12))
    tracing.markHydrated() // late, and to nobody's harm
    expect(transactions()).toHaveLength(1)
  })
})

describe('a navigation', () => {
  it('begins a trace of its own that knows the one before, and cancels what went on', () => {
    const { tracing, transactions, telemetry, events } = start()
    const before = tracing.activeSpan().context
    const span = tracing.startNavigation('/issues/17', 'stale')
    telemetry.captureMessage('on the way')
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    expect(span.context.traceId).not.toBe(before.traceId)
    expect(transactions()).toMatchObject([
      { contexts: { trace: { op: 'pageload', data: { 'sentry.idle_span_finish_reason': 'cancelled' } } } },
      {
        transaction: '/issues/17',
        contexts: {
          trace: {
            op: 'navigation',
            trace_id: span.context.traceId,
            data: {
              prefetch: 'stale',
              'url.path': '/issues/17',
              'sentry.previous_trace': `${before.traceId}-${before.spanId}-1`,
            },
          },
        },
      },
    ])
    expect(transactions()[1]?.measurements).toEqual({})
    expect(events()[0]?.contexts?.trace).toMatchObject({ trace_id: span.context.traceId })
  })

  it('ends only when it is allowed to, where it is held open', () => {
    const { tracing, transactions } = start()
    const span = tracing.startNavigation('/issues/17', 'missed', true)
    vi.advanceTimersByTime(limits.idleTimeoutMs * 3)
    expect(transactions()).toHaveLength(1) // the page load, which it cancelled
    span.allowEnd()
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    expect(transactions()).toHaveLength(2)
  })

  it('is cancelled by the next, and ended by the page being hidden', () => {
    const { tracing, transactions } = start()
    tracing.startNavigation('/a', 'fresh')
    tracing.startNavigation('/b', 'missed')
    hide()
    expect(
      transactions().map(({ transaction, contexts }) => [
        transaction,
        contexts.trace.data?.['sentry.idle_span_finish_reason'],
      ]),
    ).toEqual([
      ['/issues', 'cancelled'],
      ['/a', 'cancelled'],
      ['/b', 'documentHidden'],
    ])
  })

  it('has only what was loaded for it', () => {
    const resource = { initiatorType: 'img', responseEnd: 9_000 }
    const listed = [{ ...resource, name: 'early.png', startTime: performance.now() - 50 }]
    const { tracing, transactions } = start({ sampleRate: 1 }, listed)
    vi.advanceTimersByTime(500)
    tracing.startNavigation('/a', 'missed')
    listed.push({ ...resource, name: 'late.png', startTime: performance.now() + 10 })
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    expect(transactions()[1]?.spans.map(({ description }) => description)).toEqual(['late.png'])
  })
})

describe('a request', () => {
  function send(options?: BrowserTracingOptions) {
    const sent: Headers[] = []
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      sent.push(new Headers(init?.headers))
      return new Response('', { status: 503 })
    })
    return { ...start(options), sent }
  }

  it('is a child, holds the page load open, and carries its trace to its own origin only', async () => {
    const { tracing, transactions, sent } = send()
    const page = tracing.activeSpan().context
    const answer = fetch('/api/issues?token=4f9a')
    vi.advanceTimersByTime(limits.idleTimeoutMs * 2)
    expect(transactions()).toEqual([])
    await answer
    await fetch('https://elsewhere.example/')
    vi.advanceTimersByTime(limits.idleTimeoutMs)
    expect(transactions()[0]?.spans).toMatchObject([
      {
        op: 'http.client',
        trace_id: page.traceId,
        parent_span_id: page.spanId,
        description: 'GET /api/issues',
        data: { 'url.full': '/api/issues?token=[Filtered]', 'http.response.status_code': 503 },
      },
      { op: 'http.client', description: 'GET https://elsewhere.example/' },
    ])
    const requestSpan = transactions()[0]?.spans[0]?.span_id
    expect(sent[0]?.get('sentry-trace')).toBe(`${page.traceId}-${requestSpan}-1`)
    expect(sent[0]?.get('traceparent')).toBe(`00-${page.traceId}-${requestSpan}-01`)
    expect(sent[0]?.get('baggage')).toContain(`sentry-trace_id=${page.traceId}`)
    expect([...(sent[1]?.keys() ?? [])]).toEqual([])
  })

  it('goes where it may by the options, and keeps a trace that somebody gave it', async () => {
    const { sent } = send({ sampleRate: 1, isTarget: allowTargets(location.origin, ['https://api.example']) })
    await fetch('https://api.example/a')
    await fetch('/b')
    await fetch('https://api.example/c', { headers: { 'Sentry-Trace': 'theirs' } })
    expect(sent.map((headers) => headers.get('sentry-trace'))).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}-[0-9a-f]{16}-1$/),
      null,
      'theirs',
    ])
  })

  it('carries the trace of the page though nothing is recorded, so that its errors are found together', async () => {
    const { telemetry, sent, events, transactions } = send({})
    telemetry.captureMessage('x')
    await fetch('/a')
    const trace = events()[0]?.contexts?.trace?.trace_id
    expect(sent[0]?.get('sentry-trace')).toMatch(new RegExp(`^${String(trace)}-[0-9a-f]{16}$`))
    vi.advanceTimersByTime(limits.finalTimeoutMs)
    expect(transactions()).toEqual([])
  })
})

describe('uninstall()', () => {
  it('takes all of itself away', async () => {
    const { fetch } = globalThis
    const { tracing, transactions } = start()
    expect(globalThis.fetch).not.toBe(fetch)
    tracing.uninstall()
    expect(globalThis.fetch).toBe(fetch)
    expect(transactions()).toHaveLength(1)
    hide()
    vi.advanceTimersByTime(limits.finalTimeoutMs)
    expect(transactions()).toHaveLength(1)
  })
})

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ErrorScreen } from '#renderer/errors/ErrorScreen.tsx'
import { createPending } from '#renderer/forms/pending.ts'
import { createNavigations } from '#renderer/navigation/navigate.ts'
import { createPrefetchQueue } from '#renderer/navigation/prefetch/prefetch-queue.ts'
import { createRouteCache } from '#renderer/navigation/route-cache.ts'
import { createEnvelopeAdapter } from '#telemetry/adapters/envelope.ts'
import { createInProcessAdapter } from '#telemetry/adapters/in-process.ts'
import { injectTrace } from '#telemetry/trace/propagation.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { anEvent } from '#tests/support/builders/telemetry-items.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'
import { createTracedTelemetry } from '#tests/support/store/traced-telemetry.ts'

// Every row of the specification's table: what happens just below its value, at it and just above. The numbers are
// read from the specification, never from our constants, so that a constant that is changed fails here.

const dsn = 'https://abc@desk.example/1'
const event = { type: 'event', payload: anEvent() } as const
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('prefetched data', () => {
  it.each([
    [29_999, 'fresh'],
    [30_000, 'stale'],
    [300_000, 'stale'],
    [300_001, 'missed'],
  ])('is fresh for 30 seconds and usable for 5 minutes: after %d ms it is %s', (ageMs, state) => {
    let now = 1_700_000_000_000
    const cache = createRouteCache({ clock: () => now })
    cache.put('/issues', { body: '{}', answeredAt: null })
    now += ageMs
    expect(cache.find('/issues').state).toBe(state)
  })
})

it('five prefetches run at once, and the sixth waits', () => {
  const begun: string[] = []
  const run = (key: string) => {
    begun.push(key)
    return new Promise<void>(() => {})
  }
  const queue = createPrefetchQueue(run, (work) => work())
  for (const key of ['/1', '/2', '/3', '/4', '/5', '/6', '/7']) queue.wish(key, 'viewport')
  expect(begun).toEqual(['/1', '/2', '/3', '/4', '/5'])
})

it('a route that has not loaded after 3800 ms is loaded as a whole document', () => {
  const { setTimer, advance } = createHandClock()
  const left: string[] = []
  const navigations = createNavigations({
    loads: {
      stateOf: () => 'missed',
      load: () => ({ state: 'missed', loaded: new Promise(() => {}) }),
      abandon: () => {},
      giveWay: () => () => {},
      forgetWishes: () => {},
      abortAll: () => {},
    },
    pending: createPending(() => {}, setTimer),
    setTimer,
    leaveFor: (url) => left.push(url),
    shownKey: () => undefined,
    onNavigation: () => {},
    onUnrouted: () => {},
  })
  navigations.begin('/issues')
  advance(3_799)
  expect(left).toEqual([])
  advance(1)
  expect(left).toEqual(['/issues'])
})

it.each([
  [99, 99, 'crumb 0'],
  [100, 100, 'crumb 0'],
  [101, 100, 'crumb 1'],
])('of %d breadcrumbs the last %d are kept', (added, kept, oldest) => {
  const { telemetry, events } = createTracedTelemetry()
  for (let index = 0; index < added; index++) telemetry.addBreadcrumb({ message: `crumb ${index}` })
  telemetry.captureException(new Error('after all of these'))
  const crumbs = events()[0]?.breadcrumbs?.values ?? []
  expect([crumbs.length, crumbs[0]?.message]).toEqual([kept, oldest])
})

it.each([
  [8_191, true],
  [8_192, true],
  [8_193, false],
])('a baggage header of %d characters has its last member: %s', (length, isThere) => {
  const sent = new Headers({ baggage: `vendor=${'x'.repeat(length - 'vendor=,sentry-a=1'.length)}` })
  injectTrace(sent, { 'sentry-trace': '1-2', traceparent: '00-1-2-00', baggage: 'sentry-a=1' })
  const header = sent.get('baggage') ?? ''
  expect(header.endsWith(',sentry-a=1')).toBe(isThere)
  expect(header).toHaveLength(isThere ? length : length - ',sentry-a=1'.length) // whole members, never cut
})

it('after a 429 that names no time nothing is sent for 60 seconds', async () => {
  const { clock, advance } = createHandClock()
  let sends = 0
  const fetch = async () => {
    sends++
    return new Response(null, { status: 429 })
  }
  const adapter = createEnvelopeAdapter({ dsn, clock, fetch })
  const send = async () => {
    adapter.deliver(event)
    await settled()
    return sends
  }
  expect(await send()).toBe(1)
  advance(59_999)
  expect(await send()).toBe(1)
  advance(1)
  expect(await send()).toBe(2)
})

describe('an idle span', () => {
  function start() {
    const { tracing, setTimer, advance } = createTracedTelemetry()
    const span = tracing.startIdleSpan({ op: 'navigation', name: '/', setTimer })
    return {
      span,
      /** Why it has ended, if it has. */
      reasonAfter(durationMs: number) {
        advance(durationMs)
        return span.attributes['sentry.idle_span_finish_reason']
      },
    }
  }

  it('ends after 1 second without a child', () => {
    const { reasonAfter } = start()
    expect(reasonAfter(999)).toBeUndefined()
    expect(reasonAfter(1)).toBe('idleTimeout')
  })

  it('ends after 15 seconds with a child that stays open', () => {
    const { span, reasonAfter } = start()
    span.startChild({ op: 'x', name: 'hangs' })
    expect(reasonAfter(14_999)).toBeUndefined()
    expect(reasonAfter(1)).toBe('heartbeatFailed')
  })

  it('ends after 30 seconds whatever goes on', () => {
    const { span, reasonAfter } = start()
    for (let passedMs = 0; passedMs < 29_000; passedMs += 500) {
      span.startChild({ op: 'x', name: 'one of many' })
      expect(reasonAfter(500)).toBeUndefined()
    }
    expect(reasonAfter(999)).toBeUndefined()
    expect(reasonAfter(1)).toBe('finalTimeout')
  })
})

describe('the send buffer', () => {
  it('of the envelope adapter has 64 sends under way; the 65th is dropped and counted', () => {
    const discards = createDiscards()
    let sends = 0
    const fetch = () => {
      sends++
      return new Promise<Response>(() => {})
    }
    const adapter = createEnvelopeAdapter({ dsn, fetch, discards })
    for (let count = 1; count <= 64; count++) adapter.deliver(event)
    expect([sends, discards.list()]).toEqual([64, []])
    adapter.deliver(event)
    expect(sends).toBe(64)
    expect(discards.list()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 1 }])
  })

  it('of the in-process adapter has 64 as well', () => {
    const discards = createDiscards()
    let submits = 0
    const submit = () => {
      submits++
      return new Promise<void>(() => {})
    }
    const adapter = createInProcessAdapter({ submit, discards })
    for (let count = 1; count <= 64; count++) adapter.deliver(event)
    expect([submits, discards.list()]).toEqual([64, []])
    adapter.deliver(event)
    expect(submits).toBe(64)
    expect(discards.list()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 1 }])
  })
})

describe('the error screen', () => {
  it.each([
    [undefined, 'Application error: a client-side exception has occurred'],
    ['K7Q2MX-4T9ZPA', 'Application error: a server-side exception has occurred'],
  ])('with the digest %s says: %s', (digest, text) => {
    const html = renderToStaticMarkup(<ErrorScreen {...(digest !== undefined && { digest })} />)
    expect(/<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]).toBe(text)
    expect(html.includes('K7Q2MX-4T9ZPA')).toBe(digest !== undefined)
  })
})

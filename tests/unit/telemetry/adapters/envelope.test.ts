import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TelemetryItem } from '#telemetry/adapter.ts'
import { createEnvelopeAdapter } from '#telemetry/adapters/envelope.ts'
import { wrapMethod } from '#telemetry/instrument/wrap.ts'
import { limits } from '#telemetry/limits.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { anEvent, aTransaction } from '#tests/support/builders/telemetry-items.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

const dsn = 'https://abc@desk.example/1'
const anItem = (message = 'x'): TelemetryItem => ({ type: 'event', payload: anEvent({ message }) })
const aReport: TelemetryItem = {
  type: 'client_report',
  payload: { timestamp: 1, discarded_events: [{ reason: 'before_send', category: 'error', quantity: 3 }] },
}

/** A network of our own: what goes out is kept, what comes back is said by the test. */
function start(
  answer: () => Promise<Response> | Response,
  options: { beacon?: () => boolean; tunnelPath?: string } = {},
) {
  const requests: { url: string; init: RequestInit }[] = []
  let nowMs = 0
  const discards = createDiscards()
  const adapter = createEnvelopeAdapter({
    dsn,
    discards,
    clock: () => nowMs,
    fetch: async (url, init = {}) => {
      requests.push({ url: String(url), init })
      return answer()
    },
    ...options,
  })
  return {
    adapter,
    requests,
    discards,
    types: () => requests.map(({ init }) => JSON.parse(String(init.body).split('\n')[1] ?? '').type),
    payloads: () => requests.map(({ init }) => JSON.parse(String(init.body).split('\n')[2] ?? '')),
    pass(durationMs: number) {
      nowMs += durationMs
    },
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('createEnvelopeAdapter()', () => {
  it('posts an envelope to the address of the DSN', async () => {
    const { adapter, requests, payloads, discards } = start(() => new Response('{}'))
    adapter.deliver(anItem('höher'))
    expect(await adapter.flush(1000)).toBe(true)
    expect(requests[0]?.url).toMatch(
      /^https:\/\/desk\.example\/api\/1\/envelope\/\?sentry_version=7&sentry_key=abc&/,
    )
    expect(requests[0]?.init).toMatchObject({
      method: 'POST',
      keepalive: false,
      referrerPolicy: 'strict-origin',
    })
    expect(String(requests[0]?.init.body)).toContain(`"dsn":"${dsn}"`)
    expect(payloads()).toMatchObject([{ message: 'höher' }])
    expect(discards.list()).toEqual([])
  })

  it('posts to the tunnel instead, where there is one', async () => {
    const { adapter, requests } = start(() => new Response('{}'), { tunnelPath: '/tunnel' })
    adapter.deliver(anItem())
    expect(await adapter.flush(1000)).toBe(true)
    expect(requests[0]?.url).toBe('/tunnel')
  })

  it('refuses a DSN that is none at once', () => {
    expect(() => createEnvelopeAdapter({ dsn: 'nonsense' })).toThrow(/^Cannot parse the DSN: /)
  })

  it('drops and counts the 65th concurrent item, and keeps the first 64', async () => {
    const answer = Promise.withResolvers<Response>()
    const { adapter, requests, discards } = start(() => answer.promise)
    for (let index = 0; index < limits.sendBuffer + 2; index++) adapter.deliver(anItem())
    expect(requests).toHaveLength(limits.sendBuffer)
    expect(discards.list()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 2 }])
    answer.resolve(new Response('{}'))
    expect(await adapter.flush(1000)).toBe(true)
    adapter.deliver(anItem())
    expect(requests).toHaveLength(limits.sendBuffer + 1)
  })

  it('is silent as long as the server asked for, and counts one by one what it held back', async () => {
    const { adapter, requests, discards, pass } = start(
      () => new Response('', { status: 429, headers: { 'x-sentry-rate-limits': '30:error:key' } }),
    )
    adapter.deliver(anItem())
    await adapter.flush(1000)
    expect(discards.list()).toEqual([])
    pass(29_999)
    adapter.deliver(anItem())
    adapter.deliver(anItem())
    expect(requests).toHaveLength(1)
    pass(1)
    adapter.deliver(anItem())
    expect(requests).toHaveLength(2)
    expect(discards.list()).toEqual([{ reason: 'ratelimit_backoff', category: 'error', quantity: 2 }])
  })

  it('goes on sending what the limits do not name', async () => {
    const { adapter, types, discards } = start(
      () => new Response('', { headers: { 'x-sentry-rate-limits': '30:transaction:key' } }),
    )
    adapter.deliver(anItem())
    await adapter.flush(1000)
    adapter.deliver({ type: 'transaction', payload: aTransaction() })
    adapter.deliver(anItem())
    await adapter.flush(1000)
    expect(types()).toEqual(['event', 'event'])
    expect(discards.list()).toMatchObject([
      { reason: 'ratelimit_backoff', category: 'transaction', quantity: 1 },
      { reason: 'ratelimit_backoff', category: 'span', quantity: 2 },
    ])
  })

  it('pauses for a minute after a 429 that says no more', async () => {
    const { adapter, requests, pass } = start(() => new Response('', { status: 429 }))
    adapter.deliver(anItem())
    await adapter.flush(1000)
    pass(limits.rateLimitPauseMs - 1)
    adapter.deliver(anItem())
    pass(1)
    adapter.deliver(anItem())
    expect(requests).toHaveLength(2)
  })

  it.each<[string, () => Promise<Response> | Response]>([
    ['send_error', () => new Response('', { status: 413 })],
    ['send_error', () => new Response('', { status: 500 })],
    ['send_error', () => new Response('', { status: 503 })],
    ['network_error', () => Promise.reject(new TypeError('fetch failed'))],
    [
      'network_error',
      () => {
        throw new Error('at once')
      },
    ],
  ])('counts a %s', async (reason, answer) => {
    const { adapter, discards } = start(answer)
    adapter.deliver(anItem())
    expect(await adapter.flush(1000)).toBe(true)
    expect(discards.list()).toEqual([{ reason, category: 'error', quantity: 1 }])
  })

  it('cares for no answer of garbage', async () => {
    const garbage = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(9)) })
    const { adapter, discards } = start(
      () =>
        new Response(garbage, { headers: { 'x-sentry-rate-limits': ':::,;;,\u00ff', 'retry-after': '?' } }),
    )
    adapter.deliver(anItem())
    expect(await adapter.flush(1000)).toBe(true)
    expect(discards.list()).toEqual([])
  })

  it('gives a send five seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { adapter, requests } = start(() => new Response('{}'))
    adapter.deliver(anItem())
    expect(timeout).toHaveBeenCalledWith(limits.sendTimeoutMs)
    expect(requests[0]?.init.signal).toBe(timeout.mock.results[0]?.value)
    timeout.mockRestore()
    await adapter.flush(1000)
  })

  it('sends with keepalive as long as the browser would allow it', async () => {
    const answer = Promise.withResolvers<Response>()
    const { adapter, requests } = start(() => answer.promise, { beacon: () => false })
    for (let index = 0; index < limits.keepaliveRequests; index++) adapter.deliver(anItem())
    expect(requests.map(({ init }) => init.keepalive)).toEqual([
      ...Array.from({ length: limits.keepaliveRequests - 1 }, () => true),
      false,
    ])
    answer.resolve(new Response('{}'))
    await adapter.flush(1000)
    adapter.deliver(anItem('x'.repeat(limits.keepaliveBytes)))
    adapter.deliver(anItem('x'.repeat(limits.keepaliveBytes - 1000)))
    adapter.deliver(anItem('x'.repeat(1000)))
    expect(requests.slice(-3).map(({ init }) => init.keepalive)).toEqual([false, true, false])
    await adapter.flush(1000)
    adapter.deliver(anItem())
    expect(requests.at(-1)?.init.keepalive).toBe(true)
    await adapter.flush(1000)
  })

  it('leaves no breadcrumb of its own sending', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'))
    const seen: unknown[] = []
    const around = (call: () => Promise<Response>, args: unknown[]) => {
      seen.push(args[0])
      return call()
    }
    const stop = untilStopped((signal) => wrapMethod(globalThis, 'fetch', around, signal))
    const adapter = createEnvelopeAdapter({ dsn })
    adapter.deliver(anItem())
    expect(await adapter.flush(1000)).toBe(true)
    await fetch('https://shop.example/')
    expect(seen).toEqual(['https://shop.example/'])
    stop()
  })

  it('takes nothing after it was closed', async () => {
    const { adapter, requests, discards } = start(() => new Response('{}'))
    expect(await adapter.close(1000)).toBe(true)
    adapter.deliver(anItem())
    expect(requests).toEqual([])
    expect(discards.list()).toMatchObject([{ reason: 'queue_overflow', quantity: 1 }])
  })
})

describe('client reports', () => {
  it('are sent as items of their own', async () => {
    const { adapter, types, payloads } = start(() => new Response('{}'))
    adapter.deliver(aReport)
    await adapter.flush(1000)
    expect(types()).toEqual(['client_report'])
    expect(payloads()).toEqual([aReport.payload])
  })

  it('that get lost are not counted, and said again with the next answer', async () => {
    let up = false
    const { adapter, types, payloads, discards } = start(() =>
      up ? new Response('{}') : Promise.reject(new Error('down')),
    )
    adapter.deliver(aReport)
    adapter.deliver(aReport)
    await adapter.flush(1000)
    expect(discards.list()).toEqual([])
    up = true
    adapter.deliver(anItem())
    await adapter.flush(1000)
    await adapter.flush(1000)
    expect(types().slice(2)).toEqual(['event', 'client_report'])
    expect(payloads().at(-1).discarded_events).toEqual([
      { reason: 'before_send', category: 'error', quantity: 6 },
    ])
  })

  it('that are held back are not counted either, and end in no circle', async () => {
    const { adapter, requests, discards } = start(() => new Response('', { status: 429 }))
    adapter.deliver(aReport)
    await adapter.flush(1000)
    adapter.deliver(aReport)
    await adapter.flush(1000)
    expect(requests).toHaveLength(1)
    expect(discards.list()).toEqual([])
  })
})

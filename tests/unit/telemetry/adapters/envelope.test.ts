import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TelemetryItem } from '../../../../telemetry/adapter.ts'
import { createEnvelopeAdapter } from '../../../../telemetry/adapters/envelope.ts'
import { createDiscards } from '../../../../telemetry/client-report.ts'
import { observeFetch } from '../../../../telemetry/instrument/fetch.ts'
import { limits } from '../../../../telemetry/limits.ts'

const dsn = 'https://abc@desk.example/1'
const anItem = (message = 'x'): TelemetryItem => ({
  type: 'event',
  payload: { event_id: 'e'.repeat(32), timestamp: 1, platform: 'node', level: 'error', message },
})

/** A network of our own: what goes out is kept, what comes back is said by the test. */
function start(
  answer: (request: Request) => Promise<Response> | Response,
  options: { keepalive?: boolean; tunnelPath?: string } = {},
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
      return answer(new Request(new URL(String(url), 'https://shop.example'), init))
    },
    ...options,
  })
  const pass = (durationMs: number) => {
    nowMs += durationMs
  }
  return { adapter, requests, discards, pass }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('createEnvelopeAdapter()', () => {
  it('posts an envelope to the address of the DSN', async () => {
    let body = ''
    const { adapter, requests, discards } = start(async (request) => {
      body = await request.text()
      return new Response('{}')
    })
    adapter.deliver(anItem('höher'))
    expect(await adapter.flush(1000)).toBe(true)
    expect(requests[0]?.url).toMatch(
      /^https:\/\/desk\.example\/api\/1\/envelope\/\?sentry_version=7&sentry_key=abc&/,
    )
    expect(requests[0]?.init).toMatchObject({ method: 'POST', keepalive: false })
    const [header, itemHeader, payload] = body.split('\n').map((line) => line && JSON.parse(line))
    expect(header.dsn).toBe(dsn)
    expect(itemHeader).toEqual({
      type: 'event',
      length: new TextEncoder().encode(JSON.stringify(payload)).length,
    })
    expect(payload.message).toBe('höher')
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

  it('drops and counts the 65th concurrent item', async () => {
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

  it('is silent as long as the server asked for, and counts what it held back', async () => {
    const { adapter, requests, discards, pass } = start(
      () => new Response('', { status: 429, headers: { 'x-sentry-rate-limits': '30:error:key' } }),
    )
    adapter.deliver(anItem())
    await adapter.flush(1000)
    pass(29_999)
    adapter.deliver(anItem())
    expect(requests).toHaveLength(1)
    pass(1)
    adapter.deliver(anItem())
    expect(requests).toHaveLength(2)
    expect(discards.list()).toEqual([{ reason: 'ratelimit_backoff', category: 'error', quantity: 1 }])
  })

  it.each([
    ['send_error', () => new Response('', { status: 413 })],
    ['send_error', () => new Response('', { status: 503 })],
    ['network_error', () => Promise.reject(new TypeError('fetch failed'))],
  ])('counts a %s', async (reason, answer) => {
    const { adapter, discards } = start(answer)
    adapter.deliver(anItem())
    expect(await adapter.flush(1000)).toBe(true)
    expect(discards.list()).toEqual([{ reason, category: 'error', quantity: 1 }])
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
    const { adapter, requests } = start(() => answer.promise, { keepalive: true })
    for (let index = 0; index < limits.keepaliveRequests + 1; index++) adapter.deliver(anItem())
    expect(requests.map(({ init }) => init.keepalive)).toEqual([
      ...Array.from({ length: limits.keepaliveRequests }, () => true),
      false,
    ])
    answer.resolve(new Response('{}'))
    await adapter.flush(1000)
    const large = anItem()
    large.payload.tags = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`t${n}`, 'x'.repeat(8000)]))
    adapter.deliver(large)
    adapter.deliver(anItem())
    expect(requests.slice(-2).map(({ init }) => init.keepalive)).toEqual([false, true])
    await adapter.flush(1000)
  })

  it('leaves no breadcrumb of its own sending', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'))
    const crumbs: unknown[] = []
    const stop = observeFetch(globalThis, (crumb) => crumbs.push(crumb))
    const adapter = createEnvelopeAdapter({ dsn })
    adapter.deliver(anItem())
    expect(await adapter.flush(1000)).toBe(true)
    expect(crumbs).toEqual([])
    await fetch('https://shop.example/')
    expect(crumbs).toHaveLength(1)
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

import { Window } from 'happy-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TelemetryItem } from '#telemetry/adapter.ts'
import { createBrowserEnvelopeAdapter } from '#telemetry/adapters/envelope-browser.ts'
import { limits } from '#telemetry/limits.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { createOfflineQueue } from '#telemetry/transport/offline-queue.ts'
import { anEvent } from '#tests/support/builders/telemetry-items.ts'

const anItem = (message: string): TelemetryItem => ({ type: 'event', payload: anEvent({ message }) })

/** A page on a network of our own. `reload` is the next page on the same origin. */
function open() {
  const window = new Window({ url: 'https://shop.example/' }) as unknown as globalThis.Window & Window // its likeness
  const network = { isUp: true, status: 200, beaconFits: true }
  const sent: { message: string; by: 'fetch' | 'beacon' }[] = []
  const record = (body: unknown, by: 'fetch' | 'beacon') =>
    sent.push({ message: JSON.parse(String(body).split('\n')[2] ?? '').message, by })
  let visibility = 'visible'
  Object.defineProperty(window.document, 'visibilityState', { get: () => visibility })
  const sendBeacon = (_url: string, body: string): boolean => {
    if (network.beaconFits) record(body, 'beacon')
    return network.beaconFits
  }
  const load = (fixed: object = {}) => {
    const discards = createDiscards()
    const adapter = createBrowserEnvelopeAdapter(
      {
        dsn: 'https://abc@desk.example/1',
        url: '/tunnel',
        discards,
        clock: () => 0,
        queue: createOfflineQueue(window),
        fetch: async (_url, init) => {
          if (!network.isUp) throw new TypeError('fetch failed')
          record(init?.body, 'fetch')
          return new Response('{}', { status: network.status })
        },
        ...fixed,
      },
      { document: window.document, navigator: Object.assign(window.navigator, { sendBeacon }) },
    )
    return { adapter, discards, settle: () => vi.advanceTimersByTimeAsync(0) }
  }
  return {
    window,
    network,
    sent,
    load,
    messages: () => sent.map(({ message }) => message),
    hide() {
      visibility = 'hidden'
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a page that is being left', () => {
  it('sends by beacon, and with keepalive what does not fit one', async () => {
    const { load, sent, hide, network } = open()
    const { adapter, settle } = load()
    adapter.deliver(anItem('before'))
    hide()
    adapter.deliver(anItem('hidden'))
    network.beaconFits = false
    adapter.deliver(anItem('too much'))
    await settle()
    expect(sent).toEqual([
      { message: 'before', by: 'fetch' },
      { message: 'hidden', by: 'beacon' },
      { message: 'too much', by: 'fetch' },
    ])
  })
})

describe('without a connection', () => {
  it('keeps what it cannot send, and sends it when the browser is online again', async () => {
    const { load, messages, network, window } = open()
    const { adapter, discards, settle } = load()
    network.isUp = false
    adapter.deliver(anItem('first'))
    await settle()
    adapter.deliver(anItem('second'))
    await settle()
    expect(messages()).toEqual([])
    network.isUp = true
    window.dispatchEvent(new window.Event('online') as unknown as Event) // happy-dom's
    await settle()
    expect(messages()).toEqual(['first', 'second'])
    expect(discards.list()).toEqual([])
    expect(window.localStorage.length).toBe(0)
  })

  it('keeps it over a reload', async () => {
    const { load, messages, network } = open()
    network.isUp = false
    const before = load()
    before.adapter.deliver(anItem('kept'))
    await before.settle()
    await before.adapter.close(0)
    network.isUp = true
    await load().settle()
    expect(messages()).toEqual(['kept'])
  })

  it('tries again from time to time, ever less often, and lets nothing through meanwhile', async () => {
    const { load, network, messages } = open()
    const attempts: number[] = []
    network.isUp = false
    const startedAt = Date.now()
    const { adapter, settle } = load({
      fetch: async () => {
        attempts.push(Date.now() - startedAt)
        throw new TypeError('fetch failed')
      },
    })
    adapter.deliver(anItem('x'))
    await settle()
    adapter.deliver(anItem('y'))
    await vi.advanceTimersByTimeAsync(40_000)
    const { retryMs } = limits
    expect([...new Set(attempts)]).toEqual([0, retryMs, 3 * retryMs, 7 * retryMs])
    await vi.advanceTimersByTimeAsync(48 * 3_600_000)
    const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(limits.retryMaxMs)
    expect(messages()).toEqual([])
  })

  it('sends the rest as soon as one got through', async () => {
    const { load, messages, network } = open()
    const { adapter, settle } = load()
    network.isUp = false
    adapter.deliver(anItem('first'))
    adapter.deliver(anItem('second'))
    await settle()
    network.isUp = true
    await vi.advanceTimersByTimeAsync(limits.retryMs)
    expect(messages().sort()).toEqual(['first', 'second'])
    adapter.deliver(anItem('third'))
    await settle()
    expect(messages()).toContain('third')
  })

  it('keeps no more than its bounds, the newest, and counts the others', async () => {
    const { load, messages, network } = open()
    const { adapter, discards, settle } = load()
    network.isUp = false
    for (let index = 0; index < limits.offlineItems + 2; index++) {
      adapter.deliver(anItem(`${index}`))
      await settle()
    }
    expect(discards.list()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 2 }])
    adapter.deliver(anItem('x'.repeat(limits.offlineLength + 1)))
    expect(discards.list()).toMatchObject([{ quantity: 3 }])
    network.isUp = true
    await vi.advanceTimersByTimeAsync(limits.retryMs)
    expect(messages()).toEqual(Array.from({ length: limits.offlineItems }, (_, index) => `${index + 2}`))
  })

  it('is not what a refusal means: what was refused is not kept', async () => {
    const { load, network, window } = open()
    const { adapter, discards, settle } = load()
    network.status = 413
    adapter.deliver(anItem('too large'))
    await settle()
    expect(discards.list()).toMatchObject([{ reason: 'send_error' }])
    expect(window.localStorage.length).toBe(0)
  })

  it('keeps client reports, too: nobody else in a page says again what they said', async () => {
    const { load, network, window } = open()
    const { adapter, settle } = load()
    network.isUp = false
    adapter.deliver({
      type: 'client_report',
      payload: {
        timestamp: 1,
        discarded_events: [{ reason: 'before_send', category: 'error', quantity: 1 }],
      },
    })
    await settle()
    expect(window.localStorage.getItem('crumbtrail.queue')).toContain('before_send')
  })
})

describe('a browser that allows no storage', () => {
  it('changes nothing for the page: what finds no connection is counted', async () => {
    const { load, network, window } = open()
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new Error('SecurityError')
      },
    })
    const { adapter, discards, settle } = load()
    network.isUp = false
    adapter.deliver(anItem('x'))
    await settle()
    expect(discards.list()).toEqual([{ reason: 'network_error', category: 'error', quantity: 1 }])
    expect(await adapter.close(0)).toBe(true)
  })

  it.each(['nonsense', '{}', '[null,1]', '[{"type":"transaction","payload":{}}]'])(
    'or holds %s, does as well',
    async (text) => {
      const { load, window, messages } = open()
      window.localStorage.setItem('crumbtrail.queue', text)
      const { adapter, settle } = load()
      adapter.deliver(anItem('sound'))
      await settle()
      expect(messages()).toContain('sound')
    },
  )
})

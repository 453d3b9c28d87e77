import { describe, expect, it } from 'vitest'
import { observeFetch } from '#telemetry/instrument/fetch.ts'
import { type OutgoingRequest, recordRequests } from '#telemetry/instrument/requests.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

type Send = (...args: Parameters<typeof fetch>) => Promise<Response>

function start(answer: Send) {
  const crumbs: unknown[] = []
  let now = 1_000
  const target = { fetch: answer as typeof fetch } // a page's own has no more to it
  const clock = () => {
    now += 25
    return now
  }
  const watch = recordRequests((crumb) => crumbs.push(crumb), clock)
  const stop = untilStopped((signal) => observeFetch(target, watch, signal))
  return { target, crumbs, stop }
}

const crumb = (level: string, data: object) => ({
  type: 'http',
  category: 'fetch',
  level,
  data: { ...data, duration_ms: 25 },
})

describe('observeFetch() with recordRequests()', () => {
  it('notes method, address without secrets, the answer and how long it took', async () => {
    const response = new Response('', { status: 201 })
    const { target, crumbs } = start(async () => response)
    expect(await target.fetch('https://ada:pw@shop.example/cart?token=4f9a', { method: 'post' })).toBe(
      response,
    )
    await target.fetch(new Request('https://shop.example/a', { method: 'PUT' }))
    await target.fetch(new URL('https://shop.example/b'))
    expect(crumbs).toEqual([
      crumb('info', { method: 'POST', url: 'https://shop.example/cart?token=[Filtered]', status_code: 201 }),
      crumb('info', { method: 'PUT', url: 'https://shop.example/a', status_code: 201 }),
      crumb('info', { method: 'GET', url: 'https://shop.example/b', status_code: 201 }),
    ])
  })

  it('notes failures as errors, and hands them on', async () => {
    const down = start(() => Promise.reject(new TypeError('fetch failed')))
    await expect(down.target.fetch('/cart')).rejects.toThrow('fetch failed')
    expect(down.crumbs).toEqual([crumb('error', { method: 'GET', url: '/cart' })])
    const failing = start(async () => new Response('', { status: 502 }))
    await failing.target.fetch('/cart')
    expect(failing.crumbs).toEqual([crumb('error', { method: 'GET', url: '/cart', status_code: 502 })])
  })

  it('leaves a failure that nobody handles unhandled: the host wants to know', async () => {
    const { target } = start(() => Promise.reject(new TypeError('forgotten')))
    const others = process.listeners('unhandledRejection') // the test runner's, which would fail this test
    process.removeAllListeners('unhandledRejection')
    const unhandled = new Promise((resolve) => process.once('unhandledRejection', resolve))
    try {
      target.fetch('/cart')
      expect(await unhandled).toEqual(new TypeError('forgotten'))
    } finally {
      for (const listener of others) process.on('unhandledRejection', listener)
    }
  })

  it('hands on what an odd stand-in returns, and odd requests', async () => {
    const odd = start(() => 'nothing' as never)
    expect(odd.target.fetch('/cart')).toBe('nothing')
    const seen: unknown[] = []
    const plain = start(async (...args) => {
      seen.push(args)
      return new Response('')
    })
    const unreadable = { toString: () => Symbol('no text') } as never // `fetch` itself would refuse it
    await plain.target.fetch(unreadable)
    expect(seen).toEqual([[unreadable]])
    expect(plain.crumbs).toEqual([])
  })

  it('goes quiet when it is stopped, wherever a reference was kept', async () => {
    const { target, crumbs, stop } = start(async () => new Response(''))
    const kept = target.fetch
    stop()
    await kept('/cart')
    expect(crumbs).toEqual([])
  })
})

describe('the watcher', () => {
  function watch(onRequest: (request: OutgoingRequest) => void) {
    const sent: Parameters<typeof fetch>[] = []
    const send: Send = async (...args) => {
      sent.push(args)
      return new Response('')
    }
    const target = { fetch: send as typeof fetch } // as above
    observeFetch(target, (request) => {
      onRequest(request)
      return () => {
        throw new Error('watcher')
      }
    })
    const headersOf = (index: number) => Object.fromEntries(new Headers(sent[index]?.[1]?.headers))
    return { target, sent, headersOf }
  }

  it('adds headers to those that are there, wherever the host put them', async () => {
    const { target, headersOf } = watch(({ headers }) => {
      headers.set('trace', `after ${headers.get('x-own')}`)
    })
    await target.fetch('/a', { headers: { 'X-Own': '1' }, method: 'POST' })
    await target.fetch('/b', { headers: [['x-own', '2']] })
    await target.fetch(new Request('https://shop.example/c', { headers: { 'x-own': '3' } }))
    await target.fetch('/d')
    expect([0, 1, 2, 3].map(headersOf)).toEqual([
      { 'x-own': '1', trace: 'after 1' },
      { 'x-own': '2', trace: 'after 2' },
      { 'x-own': '3', trace: 'after 3' },
      { trace: 'after null' },
    ])
  })

  it('changes nothing that it adds nothing to', async () => {
    const { target, sent } = watch(() => {})
    const init = { headers: { 'X-Own': '1' } }
    await target.fetch('/a', init)
    await target.fetch('/b')
    expect(sent).toEqual([['/a', init], ['/b']])
    expect(sent[0]?.[1]).toBe(init)
  })

  it('leaves a request in the place of options as it is: a copy would lose its method and body', async () => {
    const { target, sent } = watch(({ headers }) => headers.set('trace', '1'))
    const init = new Request('https://shop.example/a', { method: 'POST', body: 'x' })
    await target.fetch('/a', init)
    expect(sent[0]?.[1]).toBe(init)
  })

  it('may throw before and after, and nobody hears of it', async () => {
    const { target, sent } = watch(() => {
      throw new Error('watcher')
    })
    expect((await target.fetch('/a')).status).toBe(200)
    expect(sent).toEqual([['/a']])
    const late = watch(() => {})
    expect((await late.target.fetch('/a')).status).toBe(200)
  })
})

import { describe, expect, it } from 'vitest'
import { observeFetch } from '../../../../telemetry/instrument/fetch.ts'

function start(answer: () => Promise<Response>) {
  const crumbs: unknown[] = []
  const target = { fetch: answer as typeof fetch } // the answer does not depend on the request
  const stop = observeFetch(target, (crumb) => crumbs.push(crumb))
  return { target, crumbs, stop }
}

const crumb = (level: string, data: object) => ({ type: 'http', category: 'fetch', level, data })

describe('observeFetch()', () => {
  it('notes method, address without secrets, and the answer', async () => {
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
    const { target, crumbs } = start(async () => new Response(''))
    await target.fetch(Object.create(null))
    expect(crumbs).toEqual([crumb('info', { method: 'GET', url: '', status_code: 200 })])
  })

  it('is quiet once it was stopped', async () => {
    const { target, crumbs, stop } = start(async () => new Response(''))
    const kept = target.fetch
    stop()
    await kept('/cart')
    expect(crumbs).toEqual([])
  })
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findRedirect, loadPayload, readPayload } from '#renderer/navigation/load-payload.ts'
import { observeFetch } from '#telemetry/instrument/fetch.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

const date = 'Fri, 20 Nov 2026 10:00:00 GMT'

function load(answer: Response | Error, controller = new AbortController(), isNavigation = true) {
  const asked: { url: string; init: RequestInit | undefined }[] = []
  const request = async (url: RequestInfo | URL, init?: RequestInit) => {
    asked.push({ url: String(url), init })
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, loading: loadPayload('/issues?a=1', { signal: controller.signal, isNavigation }, request) }
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { date } })

describe('loadPayload()', () => {
  it('asks for JSON at the payload address, for a prefetch at a lower priority', async () => {
    const { asked, loading } = load(json({ data: {} }))
    await loading
    expect(asked[0]?.url).toBe('/issues/index.pageContext.json?a=1')
    expect(asked[0]?.init).toMatchObject({ headers: { accept: 'application/json' }, priority: 'auto' })
    const prefetch = load(json({ data: {} }), undefined, false)
    await prefetch.loading
    expect(prefetch.asked[0]?.init?.priority).toBe('low')
  })

  it('is heard of by telemetry where somebody waits for it, and not as a prefetch', async () => {
    const asked: string[] = []
    const heard: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return json({ data: {} })
    })
    const watch = ({ url }: { url: string }) => {
      heard.push(url)
      return () => undefined
    }
    const stop = untilStopped((signal) => observeFetch(globalThis, watch, signal))
    onTestFinished(() => {
      stop()
      vi.unstubAllGlobals()
    })
    const { signal } = new AbortController()
    await loadPayload('/prefetched', { signal, isNavigation: false })
    await loadPayload('/wanted', { signal, isNavigation: true })
    expect(asked).toEqual(['/prefetched', '/wanted'].map((path) => `${path}/index.pageContext.json`))
    expect(heard).toEqual(['/wanted/index.pageContext.json'])
  })

  it.each([
    [
      'data',
      json({ data: { page: 1 } }),
      { kind: 'found', payload: { body: '{"data":{"page":1}}', answeredAt: date } },
    ],
    [
      'data, and what a form came to',
      json({ action: {}, data: {} }),
      { kind: 'found', payload: { body: '{"action":{},"data":{}}', answeredAt: date } },
    ],
    [
      'a redirect',
      json({ redirect: '/' }),
      { kind: 'found', payload: { body: '{"redirect":"/"}', answeredAt: date } },
    ],
    ['not found', json({ error: {} }, 404), { kind: 'missing' }],
    ['a failure', json({ error: { digest: 'D' } }, 500), { kind: 'failed', digest: 'D' }],
    ['a failure without a digest', json({ error: {} }, 503), { kind: 'failed', digest: undefined }],
    ['a proxy’s page', new Response('<html>', { status: 502 }), { kind: 'unreadable' }],
    ['another JSON', json({ detail: 'no' }, 400), { kind: 'unreadable' }],
    ['null', json(null), { kind: 'unreadable' }],
    ['data that was cut off', new Response('{"data":{"page":'), { kind: 'unreadable' }],
    ['no answer', new TypeError('Failed to fetch'), { kind: 'unreadable' }],
  ])('tells what came: %s', async (_name, answer, loaded) => {
    expect(await load(answer).loading).toEqual(loaded)
  })

  it('tells when it was given up', async () => {
    const controller = new AbortController()
    controller.abort()
    expect(await load(new Error('aborted'), controller).loading).toEqual({ kind: 'aborted' })
  })
})

describe('findRedirect()', () => {
  it.each([
    ['{"redirect":"/sign-in?next=%2F"}', '/sign-in?next=%2F'],
    ['{"redirect":"/issues","changed":["/issues"]}', '/issues'],
    ['{"data":{"page":{"redirect":"/x"}}}', undefined],
  ])('reads %s', (body, redirect) => {
    expect(findRedirect({ body, answeredAt: null })).toBe(redirect)
  })
})

describe('readPayload()', () => {
  it('gives the data its time, of the answer’s date', () => {
    const body = JSON.stringify({ data: { page: 1, frame: { path: '/issues' } } })
    expect(readPayload({ body, answeredAt: date })).toEqual({
      data: { page: 1, frame: { path: '/issues', now: Date.parse(date) } },
    })
    expect(readPayload({ body: '{"redirect":"/x"}', answeredAt: null })).toEqual({ redirect: '/x' })
  })
})

import { describe, expect, it } from 'vitest'
import { type OutgoingRequest, recordRequests } from '#telemetry/instrument/requests.ts'
import { observeXhr } from '#telemetry/instrument/xhr.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

/** What is observed of an XMLHttpRequest, answered by hand. */
function createXhrClass() {
  return class extends EventTarget {
    status = 0
    sent: unknown[] = []
    headers: Record<string, string> = {}
    open(method: string, url: string | URL, ..._rest: unknown[]) {
      if (method === 'BAD METHOD') throw new SyntaxError('not a method')
      this.sent.push(method, `${url}`)
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    send(body?: unknown) {
      this.sent.push(body)
    }
    finish(status: number) {
      this.status = status
      this.dispatchEvent(new Event('loadend'))
    }
  }
}

/** The window's own has more than is observed, and two ways to `open`. */
const prototypeOf = (xhrClass: ReturnType<typeof createXhrClass>) =>
  xhrClass.prototype as unknown as XMLHttpRequest

function start() {
  const Xhr = createXhrClass()
  const crumbs: unknown[] = []
  let now = 0
  const clock = () => {
    now += 40
    return now
  }
  const watch = recordRequests((crumb) => crumbs.push(crumb), clock)
  const stop = untilStopped((signal) => observeXhr(prototypeOf(Xhr), watch, signal))
  return { Xhr, crumbs, stop }
}

const crumb = (level: string, data: object) => ({
  type: 'http',
  category: 'xhr',
  level,
  data: { ...data, duration_ms: 40 },
})

describe('observeXhr() with recordRequests()', () => {
  it('notes method, address without secrets, status and how long it took', () => {
    const { Xhr, crumbs } = start()
    for (const status of [200, 404, 500, 0]) {
      const xhr = new Xhr()
      xhr.open('post', '/cart?token=4f9a')
      xhr.send('body')
      expect(xhr.sent).toEqual(['post', '/cart?token=4f9a', 'body'])
      xhr.finish(status)
    }
    const request = { method: 'POST', url: '/cart?token=[Filtered]' }
    expect(crumbs).toEqual([
      crumb('info', { ...request, status_code: 200 }),
      crumb('info', { ...request, status_code: 404 }),
      crumb('error', { ...request, status_code: 500 }),
      crumb('error', request),
    ])
  })

  it('notes each use of a request that is used again', () => {
    const { Xhr, crumbs } = start()
    const xhr = new Xhr()
    for (const path of ['/a', '/b']) {
      xhr.open('GET', new URL(path, 'https://shop.example'))
      xhr.send()
      xhr.finish(200)
    }
    expect(crumbs).toMatchObject([
      { data: { url: 'https://shop.example/a' } },
      { data: { url: 'https://shop.example/b' } },
    ])
  })

  it("hands on the host's mistakes, and calls on what is no request", () => {
    const { Xhr, crumbs } = start()
    const xhr = new Xhr()
    expect(() => xhr.open('BAD METHOD', '/')).toThrow(SyntaxError)
    expect(() => Xhr.prototype.setRequestHeader.call(undefined as never, 'a', 'b')).toThrow(TypeError)
    expect(crumbs).toEqual([])
  })

  it('takes all of itself away', () => {
    const Xhr = createXhrClass()
    const { open, send, setRequestHeader } = Xhr.prototype
    untilStopped((signal) => observeXhr(prototypeOf(Xhr), () => () => {}, signal))()
    expect(Xhr.prototype).toMatchObject({ open, send, setRequestHeader })
  })
})

describe('the watcher', () => {
  function watch(onRequest: (request: OutgoingRequest) => void) {
    const Xhr = createXhrClass()
    observeXhr(prototypeOf(Xhr), (request) => {
      onRequest(request)
      return () => {}
    })
    return new Xhr()
  }

  it('adds headers', () => {
    const xhr = watch(({ headers }) => headers.set('sentry-trace', '1'))
    xhr.open('GET', '/')
    xhr.send()
    expect(xhr.headers).toEqual({ 'sentry-trace': '1' })
  })

  it('sees that somebody has put a trace there already, in whatever letters', () => {
    const seen: unknown[] = []
    const xhr = watch(({ headers }) => seen.push(headers.get('sentry-trace'), headers.get('baggage')))
    xhr.open('GET', '/')
    xhr.send()
    xhr.setRequestHeader('Sentry-Trace', '1')
    xhr.send()
    expect(seen).toEqual([null, null, 'sentry-trace', null])
  })

  it('may throw, and the request leaves all the same', () => {
    const xhr = watch(() => {
      throw new Error('watcher')
    })
    xhr.open('GET', '/')
    xhr.send('body')
    expect(xhr.sent).toEqual(['GET', '/', 'body'])
  })
})

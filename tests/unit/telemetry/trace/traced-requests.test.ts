import { describe, expect, it } from 'vitest'
import { allowTargets, sameOrigin } from '#telemetry/trace/targets.ts'
import { traceRequests } from '#telemetry/trace/traced-requests.ts'
import { createTracedTelemetry } from '#tests/support/store/traced-telemetry.ts'

const origin = 'https://shop.example'

function send(url: string, options: { targets?: string[]; headers?: HeadersInit; sampleRate?: number } = {}) {
  const { targets, sampleRate = 1 } = options
  const traced = createTracedTelemetry({ sampleRate })
  const { tracing, advance } = traced
  const headers = new Headers(options.headers)
  const root = tracing.startRootSpan({ op: 'task', name: 'import' })
  const watch = traceRequests(tracing, targets ? allowTargets(origin, targets) : sameOrigin(origin))
  const finish = tracing.withSpan(root, () => watch({ method: 'GET', url, headers }))
  advance(30)
  return {
    ...traced,
    root,
    headers,
    finish(status?: number) {
      finish?.(status)
      root.end()
      return traced.transactions()[0]?.spans[0]
    },
  }
}

describe('traceRequests()', () => {
  it('makes a child of the active span that lasts until the answer', () => {
    const { finish, root } = send('https://shop.example/api/items?page=2&token=4f9a#top')
    expect(finish(200)).toMatchObject({
      op: 'http.client',
      description: 'GET https://shop.example/api/items',
      parent_span_id: root.context.spanId,
      start_timestamp: 1_700_000_000,
      timestamp: 1_700_000_000.03,
      status: 'ok',
      data: {
        'http.request.method': 'GET',
        'url.full': 'https://shop.example/api/items?page=2&token=[Filtered]#top',
        'http.response.status_code': 200,
      },
    })
  })

  it.each([
    [302, 'ok'],
    [404, 'invalid_argument'],
    [503, 'internal_error'],
    [undefined, 'internal_error'],
  ])('says what became of it: %s is %s', (code, status) => {
    expect(send('/api').finish(code)).toMatchObject({ status })
  })

  it("sends the trace along to the own origin, as the child's", () => {
    const { headers, finish } = send('/api')
    const span = finish(200)
    expect(headers.get('sentry-trace')).toBe(`${span?.trace_id}-${span?.span_id}-1`)
    expect(headers.get('traceparent')).toBe(`00-${span?.trace_id}-${span?.span_id}-01`)
    expect(headers.get('baggage')).toContain('sentry-trace_id=')
  })

  it('sends nothing to others, and still sees how long they take', () => {
    const { headers, finish } = send('https://maps.example/tile')
    expect([...headers]).toEqual([])
    expect(finish(200)).toBeDefined()
  })

  it('sends it to allowed targets', () => {
    expect(
      send('https://api.example/v1', { targets: ['https://api.example'] }).headers.has('sentry-trace'),
    ).toBe(true)
    expect(send('/cart', { targets: [] }).headers.has('sentry-trace')).toBe(false)
  })

  it('sends the decision not to record as well', () => {
    const { headers, finish } = send('/api', { sampleRate: 0 })
    expect(headers.get('sentry-trace')).toMatch(/-0$/)
    expect(finish(200)).toBeUndefined()
  })

  it.each(['http://[', 'http://'])('sends nothing to what is no address: %j', (url) => {
    expect([...send(url).headers]).toEqual([])
  })

  it('leaves alone what has a trace', () => {
    const { headers } = send('/api', { headers: { 'sentry-trace': 'theirs' } })
    expect([...headers]).toEqual([['sentry-trace', 'theirs']])
  })
})

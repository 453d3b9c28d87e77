import { describe, expect, it } from 'vitest'
import type { CheckTarget } from '#server/models/uptime/checks.ts'
import { createProbe, type ProbeSettings } from '#server/uptime/probe/probe.ts'
import { listen } from '#tests/support/uptime/listen.ts'

const TARGET: CheckTarget = {
  ...{ url: '', method: 'GET', headers: [], body: '', expects: '2xx', contains: '', lacks: '' },
  timeoutMs: 5_000,
}

const ask = (target: Partial<CheckTarget>, settings: Partial<ProbeSettings> = {}) =>
  createProbe({
    allowPrivate: true,
    stopwatch: () => performance.now(),
    randomHex: (bytes) => 'ab'.repeat(bytes),
    ...settings,
  })({ ...TARGET, ...target })

const local = (port: number, path = '/') => `http://127.0.0.1:${port}${path}`

describe('createProbe()', () => {
  it('asks with our name and a trace that the service should keep, and measures the parts', async () => {
    const seen: Record<string, string | string[] | undefined>[] = []
    const port = await listen((request, response) => {
      seen.push(request.headers)
      response.end('fine')
    })
    const answer = await ask({ url: local(port), headers: [['Authorization', 'Bearer x']] })
    expect(answer).toMatchObject({ isUp: true, status: 200, reason: undefined, traceId: 'ab'.repeat(16) })
    expect(answer.timings).toEqual({
      dnsMs: expect.any(Number),
      connectMs: expect.any(Number),
      tlsMs: undefined,
      firstByteMs: expect.any(Number),
      totalMs: expect.any(Number),
    })
    expect(seen[0]).toMatchObject({
      'user-agent': 'Crumbtrail uptime check',
      'sentry-trace': `${'ab'.repeat(16)}-${'ab'.repeat(8)}-1`,
      baggage: `sentry-trace_id=${'ab'.repeat(16)},sentry-sampled=true,sentry-sample_rate=1`,
      authorization: 'Bearer x',
    })
  })

  it('sends a body with POST alone', async () => {
    const port = await listen(async (request, response) => {
      const parts = await request.toArray()
      response.end(`${request.method} ${Buffer.concat(parts)}`)
    })
    expect(
      await ask({ url: local(port), method: 'POST', body: 'ping', contains: 'POST ping' }),
    ).toMatchObject({ isUp: true })
    expect(await ask({ url: local(port), method: 'GET', body: 'ping', contains: 'ping' })).toMatchObject({
      isUp: false,
      reason: 'Its answer does not contain “ping”',
    })
  })

  it.each([
    [{ expects: '2xx' }, 'It answered 503 instead of 2xx'],
    [{ expects: '200, 4xx' }, 'It answered 503 instead of 200, 4xx'],
    [{ expects: '503', contains: 'well' }, 'Its answer does not contain “well”'],
    [{ expects: '5xx', lacks: 'down' }, 'Its answer contains “down”'],
    [{ expects: '503', contains: 'down (a+)+', lacks: 'Down' }, undefined],
  ])('compares status and body with %j', async (conditions, reason) => {
    const port = await listen((_, response) => response.writeHead(503).end('we are down (a+)+'))
    expect(await ask({ url: local(port), ...conditions })).toMatchObject({
      isUp: reason === undefined,
      status: 503,
      reason,
    })
  })

  it('reads 65,536 bytes of a body without an end, and no more', async () => {
    const port = await listen((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    })
    expect(await ask({ url: local(port) })).toMatchObject({ isUp: true })
    expect(await ask({ url: local(port), contains: 'y' })).toMatchObject({
      reason: 'The first 64 KiB of its answer do not contain “y”',
    })
  })

  it('ends at its timeout where nothing is answered, and where an answer drips without an end', async () => {
    const silent = await listen(() => {})
    const late = '127.0.0.1 did not answer in full within 0.2 s'
    expect(await ask({ url: local(silent), timeoutMs: 200 })).toMatchObject({ isUp: false, reason: late })
    const dripping = await listen((_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await ask({ url: local(dripping), timeoutMs: 200 })).toMatchObject({ isUp: false, reason: late })
    const lookUp = () => new Promise<string[]>(() => {})
    expect(await ask({ url: 'http://slow.example/', timeoutMs: 100 }, { lookUp })).toMatchObject({
      reason: 'slow.example did not answer in full within 0.1 s',
    })
  })

  it('says how a connection failed', async () => {
    const reset = await listen((request) => request.socket.resetAndDestroy())
    expect((await ask({ url: local(reset) })).reason).toBe(
      '127.0.0.1 closed the connection without an answer',
    )
    const cut = await listen((_, response) => {
      response.writeHead(200).write('partly', () => response.socket?.destroy())
    })
    expect((await ask({ url: local(cut) })).reason).toBe('127.0.0.1 broke off its answer')
    expect((await ask({ url: 'http://127.0.0.1:9/' })).reason).toBe('127.0.0.1 refused the connection')
    const lookUp = async () => []
    expect((await ask({ url: 'http://gone.example/' }, { lookUp })).reason).toBe(
      'gone.example has no address',
    )
  })

  it('names what is wrong with a certificate', async () => {
    const port = await listen((_, response) => response.end(), { isTls: true })
    const lookUp = async () => ['127.0.0.1']
    expect(await ask({ url: `https://localhost:${port}/` }, { lookUp })).toMatchObject({
      isUp: false,
      reason: 'The certificate of its host is signed by no known authority',
    })
  })
})

describe('redirects of a probe', () => {
  it('are followed five times, and no further', async () => {
    let count = 0
    const port = await listen((request, response) => {
      count += 1
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    expect(await ask({ url: local(port, '/5'), contains: 'there' })).toMatchObject({
      isUp: true,
      status: 200,
    })
    count = 0
    expect(await ask({ url: local(port, '/6') })).toMatchObject({
      isUp: false,
      reason: 'It redirects more than 5 times',
    })
    expect(count).toBe(6)
  })

  it('are an answer where their status is what is expected', async () => {
    const port = await listen((_, response) => response.writeHead(301, { location: '/elsewhere' }).end())
    expect(await ask({ url: local(port), expects: '301' })).toMatchObject({ isUp: true, status: 301 })
  })

  it('lead to no private address, by address or by name', async () => {
    let count = 0
    const port = await listen((_, response) => {
      count += 1
      response.end()
    })
    const names = new Map([
      ['inward.example', ['127.0.0.1']],
      ['mixed.example', ['93.184.215.14', '10.0.0.1']],
    ])
    const lookUp = async (host: string) => names.get(host) ?? []
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:7f00:1]',
      'inward.example',
      'mixed.example',
      '169.254.169.254',
    ]) {
      const { reason } = await ask({ url: `http://${host}:${port}/` }, { allowPrivate: false, lookUp })
      expect(reason).toBe(`${host.replace(/^\[|\]$/g, '')} is not on the public Internet`)
    }
    expect(count).toBe(0)
  })

  it('are checked again each time: a name that resolves inward the second time is refused', async () => {
    const seen: string[] = []
    const port = await listen((request, response) => {
      seen.push(request.url ?? '')
      response.writeHead(302, { location: '/inside' }).end()
    })
    // With private addresses allowed, those of links are still never reached: clouds answer there with secrets.
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    const lookUp = async () => answers.shift() ?? []
    const { reason } = await ask({ url: `http://rebinding.example:${port}/outside` }, { lookUp })
    expect(reason).toBe('rebinding.example is not on the public Internet')
    expect(seen).toEqual(['/outside'])
  })

  it('take no headers to another origin', async () => {
    const seen: (string | undefined)[] = []
    const other = await listen((request, response) => {
      seen.push(request.headers.authorization, request.headers['user-agent'])
      response.end()
    })
    const port = await listen((_, response) => response.writeHead(302, { location: local(other) }).end())
    expect(await ask({ url: local(port), headers: [['Authorization', 'Bearer x']] })).toMatchObject({
      isUp: true,
    })
    expect(seen).toEqual([undefined, 'Crumbtrail uptime check'])
  })

  it('take no body to another origin, and lead to http and https alone', async () => {
    const other = await listen((_, response) => response.end())
    const port = await listen((_, response) => response.writeHead(307, { location: local(other) }).end())
    expect((await ask({ url: local(port), method: 'POST', body: 'secret' })).reason).toBe(
      'It redirects to another host, to which no body is sent',
    )
    const file = await listen((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    expect((await ask({ url: local(file) })).reason).toBe(
      'It redirects to an address that does not begin with https:// or http://',
    )
  })
})

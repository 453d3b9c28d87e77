import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { anEventId, PROJECT_KEY } from '#tests/support/store/event-store.ts'

const OURS = `https://${PROJECT_KEY}@desk.example/1`

async function open(allowedDsns: string[] = []) {
  const opened = await openIngestApp({ tunnel: { path: '/tunnel', allowedDsns } })
  onTestFinished(opened.close)
  const post = (payload: string, headers: Record<string, string> = {}) =>
    opened.app.inject({ method: 'POST', url: '/tunnel', payload, headers })
  return { ...opened, post }
}

/** Somebody else's desk. */
async function anUpstream(status: number, headers: Record<string, string> = {}) {
  const received: { request: IncomingMessage; body: string }[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    received.push({ request, body: Buffer.concat(pieces).toString() })
    response.writeHead(status, { 'content-type': 'text/html', 'set-cookie': 'a=b', ...headers })
    response.end('<h1>upstream</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  return { dsn: `http://abc@127.0.0.1:${port}/base/42`, received, server }
}

const envelope = (dsn: unknown, event = `{"event_id":"${anEventId(1)}"}`) =>
  `${JSON.stringify({ dsn })}\n{"type":"event"}\n${event}\n`

describe('the tunnel', () => {
  it('stores what is ours', async () => {
    const { post, listEventIds } = await open()
    const response = await post(envelope(OURS), { 'content-type': 'text/plain;charset=UTF-8' })
    expect([response.statusCode, response.json()]).toEqual([200, { id: anEventId(1) }])
    expect(await listEventIds()).toEqual([anEventId(1)])
  })

  it.each([
    ['an empty body', '', 411, 'Cannot read envelope: the body is empty'],
    ['a first line that is no JSON', 'x\n', 400, 'Cannot read envelope header: it is not JSON'],
    [
      'a first line that is too long',
      `{"dsn":"${'x'.repeat(65_536)}"}\n`,
      400,
      'Cannot read envelope header: it is longer than 65536 bytes',
    ],
    ['no dsn', '{}\n', 400, 'Cannot forward envelope: its header has no dsn'],
    ['a dsn that is no text', '{"dsn":1}\n', 400, 'Cannot forward envelope: its header has no dsn'],
    ['a dsn that is none', envelope('x'), 403, 'Cannot forward envelope: its dsn is not allowed here'],
    [
      'an unknown key',
      envelope(OURS.replace(PROJECT_KEY, 'b'.repeat(32))),
      403,
      'Cannot forward envelope: its dsn is not allowed here',
    ],
    [
      'another host',
      envelope(OURS.replace('desk.example', 'evil.example')),
      403,
      'Cannot forward envelope: its dsn is not allowed here',
    ],
    [
      'another port',
      envelope(OURS.replace('desk.example', 'desk.example:444')),
      403,
      'Cannot forward envelope: its dsn is not allowed here',
    ],
    [
      'another project',
      envelope(OURS.replace('/1', '/2')),
      403,
      'Cannot forward envelope: its dsn is not allowed here',
    ],
  ])('refuses %s', async (_name, body, status, detail) => {
    const { post } = await open()
    const response = await post(body)
    expect([response.statusCode, response.json()]).toEqual([status, { detail }])
  })

  it.each([
    `${OURS}?x`,
    `${OURS}#x`,
    `${OURS}/`,
    OURS.replace('desk.example', 'desk.example@evil.example'),
    OURS.replace('desk.example', 'evil.example#@desk.example'),
    OURS.replace('desk.example', 'desk.example:443'),
    OURS.replace('desk.example', 'DESK.example'),
    OURS.replace('desk.example', 'desk.example\\\\@evil.example'),
    OURS.replace('https:', 'http:'),
    OURS.replace(PROJECT_KEY, `${PROJECT_KEY}:secret`),
    ` ${OURS}`,
  ])('refuses %s, which is not quite ours', async (dsn) => {
    const { post, listEventIds } = await open()
    expect((await post(envelope(dsn))).statusCode).toBe(403)
    expect(await listEventIds()).toEqual([])
  })

  it('keeps a key to its origins', async () => {
    const { post, store } = await open()
    await store.write((trx) =>
      trx.updateTable('project_key').set({ allowed_origins: '["https://shop.example"]' }).execute(),
    )
    expect((await post(envelope(OURS), { origin: 'https://shop.example' })).statusCode).toBe(200)
    expect((await post(envelope(OURS), { origin: 'https://evil.example' })).statusCode).toBe(403)
  })

  it('is only there for POST', async () => {
    const { app } = await open()
    expect((await app.inject({ method: 'GET', url: '/tunnel' })).statusCode).toBe(404)
  })

  it('forwards to an allowed desk, and passes back what SDKs need alone', async () => {
    const limits = { 'retry-after': '7', 'x-sentry-rate-limits': '7:error:key' }
    const upstream = await anUpstream(429, limits)
    const { post, listEventIds } = await open([upstream.dsn])
    const body = envelope(upstream.dsn)
    const response = await post(body, {
      cookie: 'session=1',
      authorization: 'x',
      referer: 'https://a.example/',
    })
    expect([response.statusCode, response.body]).toEqual([429, '{}'])
    expect(response.headers).toMatchObject(limits)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(upstream.received.map((sent) => [sent.request.url, sent.body])).toEqual([
      ['/base/api/42/envelope/?sentry_key=abc', body],
    ])
    const sent = upstream.received[0]?.request.headers
    expect([sent?.cookie, sent?.authorization, sent?.referer]).toEqual([undefined, undefined, undefined])
    expect(await listEventIds()).toEqual([])
  })

  it('says so when the other desk does not answer, or leads elsewhere', async () => {
    const gone = await anUpstream(200)
    gone.server.close()
    const elsewhere = await anUpstream(307, { location: 'http://127.0.0.1:1/' })
    const { post } = await open([gone.dsn, elsewhere.dsn])
    for (const { dsn } of [gone, elsewhere]) {
      const response = await post(envelope(dsn))
      expect([response.statusCode, response.json()]).toEqual([
        502,
        { detail: 'Cannot forward envelope: its server did not answer' },
      ])
    }
  })

  it('bounds what waits for another desk', async () => {
    const slow = await anUpstream(200)
    const waiting: (() => void)[] = []
    slow.server.removeAllListeners('request')
    slow.server.on('request', (request, response) => {
      request.resume()
      waiting.push(() => response.end('{}'))
    })
    const { app } = await open([slow.dsn])
    // by a socket: what comes in one piece is more than a sender may send before it is known
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/tunnel`
    const post = (body: string) => fetch(url, { method: 'POST', body })
    const large = `${envelope(slow.dsn)}${'x'.repeat(30_000_000)}`
    const first = post(large)
    while (waiting.length === 0) await new Promise(setImmediate)
    const second = await post(large)
    expect([second.status, await second.json()]).toEqual([
      503,
      { detail: 'Cannot forward envelope: too many envelopes are waiting for its server' },
    ])
    const small = post(envelope(slow.dsn))
    while (waiting.length === 1) await new Promise(setImmediate)
    for (const answer of waiting) answer()
    expect((await first).status).toBe(200)
    expect((await small).status).toBe(200)
  })
})

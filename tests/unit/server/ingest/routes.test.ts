import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addProject } from '#server/store/projects/projects.ts'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { anEventId, envelopeOf, PROJECT_KEY } from '#tests/support/store/event-store.ts'

async function open(options: Parameters<typeof openIngestApp>[0] = {}) {
  const opened = await openIngestApp(options)
  onTestFinished(opened.close)
  const post = (url: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
    opened.app.inject({ method: 'POST', url, payload: Buffer.from(body), headers })
  return { ...opened, post }
}

const URL = `/api/1/envelope/?sentry_version=7&sentry_key=${PROJECT_KEY}`
const anEvent = (number = 1) => envelopeOf({ event_id: anEventId(number), message: 'hello' })

describe('POST /api/<project>/envelope/', () => {
  it.each(['/api/1/envelope', '/api/1/envelope/'])('stores what is sent to %s', async (path) => {
    const { post, listEventIds } = await open()
    const response = await post(`${path}?sentry_key=${PROJECT_KEY}`, anEvent())
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ id: anEventId(1) })
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-sentry-error,x-sentry-rate-limits,retry-after',
    })
    expect(await listEventIds()).toEqual([anEventId(1)])
  })

  it('answers {} to an envelope without an event', async () => {
    const { post } = await open()
    const response = await post(URL, '{}\n{"type":"profile"}\n{}\n')
    expect([response.statusCode, response.body]).toEqual([200, '{}'])
  })

  it.each([
    undefined,
    'text/plain;charset=UTF-8',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    ';;; not a type',
  ])('does not look at the Content-Type %s', async (type) => {
    const { post } = await open()
    const response = await post(URL, anEvent(), type === undefined ? {} : { 'content-type': type })
    expect(response.statusCode).toBe(200)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('unpacks %s', async (encoding, pack) => {
    const { post, listEventIds } = await open()
    const response = await post(URL, pack(anEvent()), { 'content-encoding': encoding })
    expect(response.statusCode).toBe(200)
    expect(await listEventIds()).toHaveLength(1)
  })

  it.each([
    ['a malformed header', 'x\n', {}, 400, 'Cannot read envelope header: it is not JSON'],
    ['an empty body', '', {}, 400, 'Cannot read envelope header: it is not JSON'],
    [
      'a lying length',
      '{}\n{"type":"event","length":9}\n{}\n',
      {},
      400,
      'Cannot read item: its header says 9 bytes, but the envelope has only 3 left',
    ],
    [
      'brotli',
      'x',
      { 'content-encoding': 'br' },
      415,
      'Cannot read body: its Content-Encoding is not gzip, deflate, zstd or identity',
    ],
    [
      'no gzip',
      'x',
      { 'content-encoding': 'gzip' },
      400,
      'Cannot read body: it does not match its Content-Encoding or is truncated',
    ],
    [
      'an event of 2 MiB',
      envelopeOf({ a: 'x'.repeat(2_097_152) }),
      {},
      413,
      'Cannot read event: it is larger than 1048576 bytes',
    ],
    [
      'too large a body',
      'x',
      { 'content-length': '50000000' },
      413,
      'Cannot read body: it is larger than 41943040 bytes',
    ],
  ] as const)(
    'refuses %s with a sentence, and takes the next',
    async (_name, body, headers, status, detail) => {
      const { post } = await open()
      const response = await post(URL, body, headers)
      expect([response.statusCode, response.json()]).toEqual([status, { detail }])
      expect(response.headers['x-sentry-error']).toBe(detail)
      expect(response.headers['access-control-allow-origin']).toBe('*')
      expect((await post(URL, anEvent())).statusCode).toBe(200)
    },
  )

  it('says when to come back if too much waits, and takes more then', async () => {
    const { post, listEventIds } = await open({ queue: { queuedEnvelopes: 1 } })
    const responses = await Promise.all([post(URL, anEvent(1)), post(URL, anEvent(2))])
    const refused = responses.find(({ statusCode }) => statusCode === 503)
    expect(refused?.headers).toMatchObject({
      'retry-after': '10',
      'x-sentry-rate-limits': '10::organization:queue_full',
    })
    expect((await post(URL, anEvent(3))).statusCode).toBe(200)
    expect(await listEventIds()).toHaveLength(2)
  })

  it("answers the browser's question before it sends", async () => {
    const { app } = await open()
    const response = await app.inject({ method: 'OPTIONS', url: URL })
    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'x-sentry-auth, x-requested-with, content-type, content-encoding, authorization',
    })
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const)('refuses %s', async (method) => {
    const { app } = await open()
    const response = await app.inject({ method, url: URL })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('the key', () => {
  const header = (key: string) => ({
    'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=x/1`,
  })
  const withDsn = (dsn: unknown) => `${JSON.stringify({ dsn })}\n{"type":"event"}\n{"message":"x"}\n`

  it.each([
    ['in the query', `?sentry_key=${PROJECT_KEY}`, {}, '{}\n'],
    ['in X-Sentry-Auth', '', header(PROJECT_KEY), '{}\n'],
    [
      'in X-Sentry-Auth, first',
      '',
      { 'x-sentry-auth': `Sentry sentry_key=${PROJECT_KEY},sentry_version=7` },
      '{}\n',
    ],
    ['in Authorization', '', { authorization: `Sentry sentry_key=${PROJECT_KEY}` }, '{}\n'],
    ['in the dsn', '', {}, withDsn(`https://${PROJECT_KEY}@anywhere.example/1`)],
    ['in a dsn with a secret and a path', '', {}, withDsn(`https://${PROJECT_KEY}:s@x.example/a/b/1`)],
    ['everywhere', `?sentry_key=${PROJECT_KEY}`, header(PROJECT_KEY), withDsn(`http://${PROJECT_KEY}@x/1`)],
  ])('may stand %s', async (_name, query, headers, body) => {
    const { post } = await open()
    expect((await post(`/api/1/envelope/${query}`, body, headers)).statusCode).toBe(200)
  })

  const other = 'b'.repeat(32)
  it.each([
    ['nowhere', '/api/1/envelope/', {}, '{}\n', 'it has no key in sentry_key, X-Sentry-Auth or dsn'],
    ['unknown', `/api/1/envelope/?sentry_key=${other}`, {}, '{}\n', 'its key is unknown or disabled'],
    [
      "another project's",
      `/api/2/envelope/?sentry_key=${PROJECT_KEY}`,
      {},
      '{}\n',
      'its key belongs to another project',
    ],
    [
      'of no project',
      `/api/x/envelope/?sentry_key=${PROJECT_KEY}`,
      {},
      '{}\n',
      'its key belongs to another project',
    ],
    [
      'two',
      `/api/1/envelope/?sentry_key=${PROJECT_KEY}`,
      header(other),
      '{}\n',
      'it has several different keys',
    ],
    [
      'given twice',
      `/api/1/envelope/?sentry_key=${PROJECT_KEY}&sentry_key=${other}`,
      {},
      '{}\n',
      'it has several different keys',
    ],
    ['another in the dsn', URL, {}, withDsn(`https://${other}@x/1`), 'it has several different keys'],
    [
      'for another project in the dsn',
      URL,
      {},
      withDsn(`https://${PROJECT_KEY}@x/2`),
      'the dsn in its header names another project',
    ],
    ['in a dsn that is none', URL, {}, withDsn('nonsense'), 'the dsn in its header is invalid'],
    ['in a dsn that is no text', URL, {}, withDsn({}), 'the dsn in its header is invalid'],
  ])('may not be %s', async (_name, url, headers, body, why) => {
    const { post, listEventIds } = await open()
    const response = await post(url, body, headers)
    expect([response.statusCode, response.json()]).toEqual([
      403,
      { detail: `Cannot accept envelope: ${why}` },
    ])
    expect(await listEventIds()).toEqual([])
  })

  it('counts within a second of its making, and no longer than one after its end', async () => {
    let now = 0
    const { post, store } = await open({ clock: () => now })
    const url = `/api/2/envelope/?sentry_key=${other}`
    expect((await post(url, anEvent())).statusCode).toBe(403)
    await store.write((trx) => addProject(trx, { name: 'Shop', publicKey: other, now: 0 }))
    now = 1_000
    expect((await post(url, anEvent())).statusCode).toBe(200)
    await store.write((trx) =>
      trx.updateTable('project_key').set({ is_active: 0 }).where('project_id', '=', 2).execute(),
    )
    now = 1_999
    expect((await post(url, anEvent())).statusCode).toBe(200)
    now = 2_000
    expect((await post(url, anEvent())).statusCode).toBe(403)
  })
})

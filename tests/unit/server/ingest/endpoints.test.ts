import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anOtlpLog, anOtlpTrace, ENCODINGS } from '#tests/support/builders/otlp-requests.ts'
import { aForm, aMinidump, FORM_TYPE } from '#tests/support/native/a-minidump.ts'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { anEventId, envelopeOf, PROJECT_KEY } from '#tests/support/store/event-store.ts'

async function open(options: Parameters<typeof openIngestApp>[0] = {}) {
  const opened = await openIngestApp(options)
  onTestFinished(opened.close)
  const { app, store } = opened
  return {
    ...opened,
    send: (method: 'GET' | 'POST', url: string, body: Uint8Array | string = '', headers = {}) =>
      app.inject({ method, url, payload: Buffer.from(body), headers }),
    async outcomes() {
      const rows = await store.db
        .selectFrom('outcome')
        .select(['category', 'outcome', 'reason', 'quantity'])
        .execute()
      return rows.map((row) => `${row.quantity} ${row.category} ${row.outcome} ${row.reason}`.trim()).sort()
    },
  }
}

const KEY = `sentry_key=${PROJECT_KEY}`
const AUTH = { 'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${PROJECT_KEY}` }
const SPAN = { spanId: '1234567890abcdef' }
const cspReport = JSON.stringify({
  'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://evil.example/x.gif' },
})

const ENDPOINTS = [
  { path: 'envelope', body: envelopeOf({ message: 'hello' }), counted: '1 error accepted' },
  { path: 'store', body: '{"message":"hello"}', counted: '1 error accepted' },
  { path: 'security', body: cspReport, counted: '1 security accepted' },
  { path: 'csp-report', body: cspReport, counted: '1 security accepted' },
  { path: 'nel', body: '[{},{}]', counted: '2 security filtered unsupported' },
  { path: 'cron/nightly', body: '{"status":"ok"}', counted: '1 monitor accepted' },
  { path: `cron/nightly/${PROJECT_KEY}`, body: '{"status":"ok"}', counted: '1 monitor accepted' },
  { path: 'otlp/v1/traces', body: anOtlpTrace([SPAN], 'application/json'), counted: '1 span accepted' },
  { path: 'otlp/v1/logs', body: anOtlpLog([{}], 'application/json'), counted: '1 log_item accepted' },
  {
    path: 'integration/otlp/v1/traces',
    body: anOtlpTrace([SPAN], 'application/json'),
    counted: '1 span accepted',
  },
  {
    path: 'integration/otlp/v1/logs',
    body: anOtlpLog([{}], 'application/json'),
    counted: '1 log_item accepted',
  },
]

describe.each(ENDPOINTS)('/api/<project>/$path', ({ path, body, counted }) => {
  it('takes what is sent, with and without a slash at its end', async () => {
    const { send, outcomes } = await open()
    const response = await send('POST', `/api/1/${path}?${KEY}`, body)
    expect([response.statusCode, response.body]).toEqual([200, expect.stringMatching(/^\{.*\}$/)])
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(await outcomes()).toEqual([counted])
    expect((await send('POST', `/api/1/${path}/`, body, AUTH)).statusCode).toBe(200)
  })

  it('answers the question before, and refuses other methods', async () => {
    const { app } = await open()
    const url = `/api/1/${path}/`
    const methods = path.startsWith('cron') ? 'GET, POST' : 'POST'
    const options = await app.inject({ method: 'OPTIONS', url })
    expect([options.statusCode, options.headers['access-control-allow-methods']]).toEqual([204, methods])
    for (const method of ['HEAD', 'PUT', 'DELETE'] as const) {
      const refused = await app.inject({ method, url })
      expect([refused.statusCode, refused.headers.allow]).toEqual([405, `${methods}, OPTIONS`])
    }
  })

  it('wants a key', async () => {
    const { send, outcomes } = await open()
    const other = `/api/1/${path.replace(PROJECT_KEY, 'b'.repeat(32))}`
    for (const url of [`${other}?sentry_key=${'b'.repeat(32)}`, `${other}?${KEY}&sentry_key=x`]) {
      expect((await send('POST', url, body)).statusCode).toBe(403)
    }
    expect(await outcomes()).toEqual([])
  })
})

describe('the path of our address', () => {
  it('may stand before each endpoint, or be taken off by a proxy', async () => {
    const { send, listEventIds } = await open({
      publicUrl: 'https://tools.example/crumbtrail',
      tunnel: { path: '/tunnel' },
    })
    const dsn = `https://${PROJECT_KEY}@tools.example/crumbtrail/1`
    const urls = [
      `/api/1/envelope/?${KEY}`,
      `/crumbtrail/api/1/envelope/?${KEY}`,
      '/tunnel',
      '/crumbtrail/tunnel',
    ]
    for (const [index, url] of urls.entries()) {
      const event = { event_id: anEventId(index + 1) }
      const body = `${JSON.stringify({ dsn })}\n{"type":"event"}\n${JSON.stringify(event)}\n`
      expect((await send('POST', url, body)).statusCode).toBe(200)
    }
    expect(await listEventIds()).toHaveLength(4)
  })
})

describe('a check-in', () => {
  it('is made by GET and ended by POST, which say its id', async () => {
    const { send, store } = await open()
    const id = 'c'.repeat(32)
    const url = `/api/1/cron/nightly/${PROJECT_KEY}/?check_in_id=${id}`
    const begun = await send('GET', `${url}&status=in_progress`)
    expect([begun.statusCode, begun.json()]).toEqual([200, { id }])
    const ended = await send('POST', url, '{"status":"ok","duration":2}')
    expect([ended.statusCode, ended.json()]).toEqual([200, { id }])
    const rows = await store.db.selectFrom('check_in').select(['status', 'duration_ms']).execute()
    expect(rows).toEqual([{ status: 'ok', duration_ms: 2_000 }])
  })
})

describe('a minidump', () => {
  const url = `/api/1/minidump/?${KEY}`

  it('in a form as Crashpad sends it is answered with its id as text, and stored once', async () => {
    const { send, outcomes, listEventIds, store } = await open()
    const form = aForm([
      ['guid', '6a7a7a0f-6e2c-4c9f-9d0e-3c1d0f5d2b11'],
      ['sentry[release]', 'shop@1'],
      ['upload_file_minidump', aMinidump(), '6a7a7a0f.dmp'],
    ])
    for (const body of [form, form]) {
      const { statusCode, headers, body: id } = await send('POST', url, body, { 'content-type': FORM_TYPE })
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
      expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(await listEventIds()).toEqual([id.replaceAll('-', '')])
    }
    const rows = await store.db
      .selectFrom('attachment')
      .select(['filename', 'attachment_type', 'size_bytes'])
      .execute()
    expect(rows).toEqual([
      { filename: '6a7a7a0f.dmp', attachment_type: 'event.minidump', size_bytes: aMinidump().length },
    ])
    expect(await outcomes()).toContain('1 attachment accepted')
  })

  it('by itself is taken too, and one that cannot be read is refused with a sentence', async () => {
    const { send, outcomes, listEventIds } = await open()
    expect((await send('POST', url, aMinidump().subarray(0, 100))).json()).toEqual({
      detail: 'Cannot read minidump: it ends too early, or points outside',
    })
    expect(await listEventIds()).toEqual([])
    expect(await outcomes()).toEqual(['1 error invalid invalid_minidump'])
    const type = { 'content-type': 'application/x-dmp' }
    expect((await send('POST', url, aMinidump(), type)).statusCode).toBe(200)
    expect(await listEventIds()).toHaveLength(1)
  })

  it('wants a key, before its body', async () => {
    const { send } = await open()
    expect((await send('POST', '/api/1/minidump/', aMinidump())).statusCode).toBe(403)
  })
})

describe.each(ENCODINGS)('OTLP in %s', (contentType) => {
  const headers = { ...AUTH, 'content-type': contentType }
  const url = '/api/1/otlp/v1/traces'
  const read = (body: Buffer) =>
    contentType === 'application/json'
      ? JSON.parse(body.toString())
      : ProtobufTraceSerializer.deserializeResponse(body)

  it('is answered in the same, as its exporter reads it', async () => {
    const { send } = await open()
    const response = await send('POST', url, anOtlpTrace([SPAN], contentType), headers)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, contentType])
    expect(read(response.rawPayload).partialSuccess).toBeUndefined()
  })

  it('says what could not be taken', async () => {
    const { send } = await open()
    const spans = [SPAN, { spanId: '0'.repeat(16) }]
    const response = await send('POST', url, anOtlpTrace(spans, contentType), headers)
    const { partialSuccess } = read(response.rawPayload)
    expect(Number(partialSuccess.rejectedSpans)).toBe(1)
    expect(partialSuccess.errorMessage).toMatch(/^Some items were rejected/)
  })

  it.each([
    ['no key', anOtlpTrace([SPAN], contentType), {}, 403, 'Cannot accept spans: it has no key'],
    ['nonsense', 'nonsense', AUTH, 400, 'Cannot read traces: it is not'],
    ['brotli', 'x', { ...AUTH, 'content-encoding': 'br' }, 415, 'Cannot read body: its Content-Encoding'],
  ])('refuses %s with a status message', async (_name, body, auth, status, message) => {
    const { send } = await open()
    const response = await send('POST', url, body, { 'content-type': contentType, ...auth })
    expect([response.statusCode, response.headers['content-type']]).toEqual([status, contentType])
    expect(response.body).toContain(message)
  })
})

describe('pages of other origins', () => {
  const url = `/api/1/envelope/?${KEY}`
  const body = envelopeOf({ message: 'x' })
  const openFor = async (origins: string[] | null) => {
    const opened = await open()
    await opened.store.write((trx) =>
      trx
        .updateTable('project_key')
        .set({ allowed_origins: origins && JSON.stringify(origins) })
        .execute(),
    )
    return opened
  }

  it.each([
    ['an allowed one', { origin: 'https://shop.example' }, 200],
    ['another', { origin: 'https://evil.example' }, 403],
    ['one that begins like it', { origin: 'https://shop.example.evil.example' }, 403],
    ['another port', { origin: 'https://shop.example:8443' }, 403],
    ['another scheme', { origin: 'http://shop.example' }, 403],
    ['an opaque one', { origin: 'null' }, 403],
    ['a page of an allowed one', { referer: 'https://shop.example/cart?a=1' }, 200],
    ['a page of another', { referer: 'https://evil.example/https://shop.example' }, 403],
    ['a referer that is none', { referer: 'shop.example' }, 403],
    [
      'an allowed one with a foreign referer',
      { origin: 'https://shop.example', referer: 'https://evil.example/' },
      200,
    ],
    ['none: a server', {}, 200],
  ])('are told apart by origin: %s', async (_name, headers, status) => {
    const { send } = await openFor(['https://other.example', 'https://shop.example'])
    const response = await send('POST', url, body, headers)
    expect(response.statusCode).toBe(status)
    if (status === 403) {
      expect(response.json()).toEqual({
        detail: 'Cannot accept envelope: its key does not allow this origin',
      })
    }
  })

  it('may all send where nothing is set', async () => {
    const { send } = await openFor(null)
    expect((await send('POST', url, body, { origin: 'https://any.example' })).statusCode).toBe(200)
  })
})

describe('a project that is deleted', () => {
  it('is closed within a second', async () => {
    let now = 0
    const { send, store } = await open({ clock: () => now })
    const url = `/api/1/envelope/?${KEY}`
    expect((await send('POST', url, '{}\n')).statusCode).toBe(200)
    await store.write(async (trx) => {
      await trx.deleteFrom('project_key').execute()
      await trx.deleteFrom('project').execute()
    })
    now = 1_000
    expect((await send('POST', url, '{}\n')).statusCode).toBe(403)
  })

  it('takes nothing in the middle of the stream, and nothing else stops', async () => {
    const { send, store, outcomes, listEventIds } = await open({ clock: () => 0 })
    const url = `/api/1/envelope/?${KEY}`
    expect((await send('POST', url, '{}\n')).statusCode).toBe(200) // its key is known for a second now
    await store.write(async (trx) => {
      await trx.insertInto('project').values({ slug: 'shop', name: 'Shop', created_at: 0 }).execute()
      const row = { project_id: 2, public_key: 'd'.repeat(32), created_at: 0 }
      await trx.insertInto('project_key').values(row).execute()
      await trx.deleteFrom('project_key').where('project_id', '=', 1).execute()
      await trx.deleteFrom('project').where('id', '=', 1).execute()
    })
    const [gone, other] = await Promise.all([
      send('POST', url, envelopeOf({ event_id: anEventId(1) })),
      send('POST', `/api/2/envelope/?sentry_key=${'d'.repeat(32)}`, envelopeOf({ event_id: anEventId(2) })),
    ])
    expect([gone.statusCode, gone.json()]).toEqual([
      403,
      { detail: 'Cannot accept envelope: its project no longer exists' },
    ])
    expect(other.statusCode).toBe(200)
    expect(await listEventIds()).toEqual([anEventId(2)])
    expect(await outcomes()).toEqual(['1 error accepted', '1 error invalid project_gone'])
  })
})

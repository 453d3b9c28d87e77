import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { runs } from '#tests/support/run/doses.ts'

const EVENT_ID = 'a'.repeat(32)
const RECEIVED_AT = 1_790_000_000_000

const normalized = (event: Record<string, unknown>) =>
  normalize(event, { eventId: EVENT_ID, receivedAt: RECEIVED_AT })

describe('normalize()', () => {
  it('makes an event of nothing', () => {
    expect(normalized({})).toEqual({
      event_id: EVENT_ID,
      timestamp: 1_790_000_000,
      received: 1_790_000_000,
      platform: 'other',
      level: 'error',
      exception: { values: [] },
      breadcrumbs: { values: [] },
      tags: [],
      contexts: {},
      extra: {},
      digests: [],
      ingestion_warnings: [],
    })
  })

  it('keeps the packages with their versions, and as many as there is room for', () => {
    expect(normalized({ modules: { vike: '0.4.266', fastify: '5.8.0', bad: {} } }).modules).toEqual([
      ['vike', '0.4.266'],
      ['fastify', '5.8.0'],
    ])
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`package-${index}`, '1']))
    const event = normalized({ modules: many })
    expect(event.modules).toHaveLength(500)
    expect(event.ingestion_warnings).toEqual(['modules: the first 500 were kept'])
    expect(normalized({ modules: 'none' }).modules).toBeUndefined()
  })

  it.each<[unknown, number, string[]]>([
    [1_789_000_000.25, 1_789_000_000.25, []],
    ['2026-09-12T07:33:20.5Z', 1_789_198_400.5, []],
    ['2026-09-12T07:33:20.5', 1_789_198_400.5, []],
    ['2026-09-12T09:33:20+02:00', 1_789_198_400, []],
    ['1789000000.5', 1_789_000_000.5, []],
    ['yesterday', 1_790_000_000, ['timestamp: unreadable; the time of arrival is used instead']],
    [-5, 1_790_000_000, ['timestamp: unreadable; the time of arrival is used instead']],
    [1e300, 1_790_000_000, ['timestamp: unreadable; the time of arrival is used instead']],
    [null, 1_790_000_000, []],
  ])('reads the time %j', (timestamp, seconds, warnings) => {
    expect(normalized({ timestamp })).toMatchObject({ timestamp: seconds, ingestion_warnings: warnings })
  })

  it.each([
    ['warn', 'warning'],
    ['CRITICAL', 'fatal'],
    ['log', 'info'],
    ['debug', 'debug'],
    [40, 'error'],
    [undefined, 'error'],
  ])('reads the level %j', (level, read) => {
    expect(normalized({ level }).level).toBe(read)
  })

  it.each<[Record<string, unknown>, string | undefined]>([
    [{ message: 'plain' }, 'plain'],
    [{ message: { message: 'hello %s', params: ['you'] } }, 'hello you'],
    [{ logentry: { message: '%s and %d, %(no)s', params: ['a', 2] } }, 'a and 2, %(no)s'],
    [{ logentry: { message: 'by %(name)s', params: { name: 'Ada' } } }, 'by Ada'],
    [{ logentry: { message: 'of %s', params: [{ a: 1 }] } }, 'of {"a":1}'],
    [{ logentry: { message: '100%% of %s', params: [] } }, '100%% of %s'],
    [{ logentry: { formatted: 'done', message: 'not %s' } }, 'done'],
    [{ 'sentry.interfaces.Message': { message: 'old' } }, 'old'],
    [{ logentry: {}, message: 'other' }, 'other'],
    [{ message: '' }, undefined],
    [{ message: ['x'] }, undefined],
  ])('reads the message of %j', (event, message) => {
    expect(normalized(event).message).toBe(message)
  })

  it.each([
    ['an object', { a: 'x', b: 2, c: true, d: null, e: {} }],
    ['pairs', [['a', 'x'], ['b', 2], ['c', true], ['d', null], null, 'e']],
    [
      'objects',
      [
        { key: 'a', value: 'x' },
        { key: 'b', value: '2' },
        { key: 'c', value: 'true' },
      ],
    ],
  ])('reads tags as %s', (_name, tags) => {
    expect(normalized({ tags }).tags).toEqual([
      ['a', 'x'],
      ['b', '2'],
      ['c', 'true'],
    ])
  })

  it.each([
    ['a list', [{ type: 'E', value: 'v' }]],
    ['values', { values: [{ type: 'E', value: 'v' }, null, 'x', {}] }],
    ['one alone', { type: 'E', value: 'v' }],
  ])('reads exceptions as %s', (_name, exception) => {
    expect(normalized({ exception }).exception.values).toEqual([{ type: 'E', value: 'v' }])
  })

  it('takes an exception whose type is an object, with a stack in its value', () => {
    const { exception } = normalized({
      exception: { values: [{ type: { toString: 1 }, value: 'E: v\n    at pay (/srv/shop.js:1:2)' }] },
    })
    expect(exception.values).toMatchObject([{ value: 'E: v', stacktrace: { frames: [{ function: 'pay' }] } }])
    expect(exception.values[0]).not.toHaveProperty('type')
  })

  it('puts a long parameter into a message no more often than the message holds it', () => {
    const logentry = { message: '%(a)s'.repeat(100_000), params: { a: { b: 'x'.repeat(400_000) } } }
    expect(normalized({ logentry }).message).toHaveLength(8_192)
  })

  it('takes exceptions without a type, and with an object for a value', () => {
    const { values } = normalized({
      exception: [{ value: 'thrown text' }, { type: 'E', value: { code: 3 } }],
    }).exception
    expect(values).toEqual([{ value: 'thrown text' }, { type: 'E', value: '{"code":3}' }])
  })

  it('keeps both ends of a deep stack, and says so', () => {
    const frames = Array.from({ length: 1_000 }, (_, lineno) => ({ function: 'f', lineno }))
    const event = normalized({ exception: [{ type: 'E', stacktrace: { frames } }] })
    const lines = event.exception.values[0]?.stacktrace?.frames.map(({ lineno }) => lineno)
    expect(lines).toHaveLength(200)
    expect([lines?.[0], lines?.[99], lines?.[100], lines?.[199]]).toEqual([0, 99, 900, 999])
    expect(event.ingestion_warnings).toEqual(['stack: 200 of 1000 frames were kept, from both ends'])
  })

  it('keeps local variables as texts, twenty of a frame and a kilobyte of each, and says so', () => {
    const frameWith = (vars: unknown) => ({ exception: [{ type: 'E', stacktrace: { frames: [{ vars }] } }] })
    const ofFrame = (event: NormalizedEvent) => event.exception.values[0]?.stacktrace?.frames[0]?.vars
    const told = normalized(frameWith({ repr: "<Cart 'a'>", list: [1, { a: null }], none: null, '': 1 }))
    expect(ofFrame(told)).toEqual({ repr: "<Cart 'a'>", list: '[1,{"a":null}]', none: 'null' })
    expect(told.ingestion_warnings).toEqual([])

    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [`v${number}`, 'x'.repeat(2_000)]),
    )
    const cut = normalized(frameWith(many))
    expect(Object.keys(ofFrame(cut) ?? {})).toHaveLength(20)
    expect(ofFrame(cut)?.v0).toHaveLength(1_024)
    expect(cut.ingestion_warnings).toEqual([
      'frame variable was cut to 1024 characters',
      'frame variables: the first 20 of a frame were kept',
    ])
    for (const nothing of [{}, [], 'x', null, 3])
      expect(ofFrame(normalized(frameWith(nothing)))).toBeUndefined()
  })

  it('keeps the last breadcrumbs, in either form', () => {
    const breadcrumbs = Array.from({ length: 130 }, (_, index) => ({ message: `m${index}`, category: 'c' }))
    for (const given of [breadcrumbs, { values: breadcrumbs }]) {
      const event = normalized({ timestamp: 5, breadcrumbs: given })
      expect(event.breadcrumbs.values).toHaveLength(100)
      expect(event.breadcrumbs.values[0]).toEqual({
        timestamp: 5,
        type: 'default',
        category: 'c',
        level: 'info',
        message: 'm30',
      })
      expect(event.ingestion_warnings).toEqual(['breadcrumbs: the last 100 of 130 were kept'])
    }
  })

  it('cuts long texts, and says which', () => {
    const event = normalized({
      message: 'x'.repeat(9_000),
      extra: { a: 'y'.repeat(9_000) },
      release: 'r'.repeat(300),
    })
    expect(event.message).toHaveLength(8_192)
    expect(event.message?.endsWith('x…')).toBe(true)
    expect(event.extra.a).toHaveLength(8_192)
    expect(event.release).toHaveLength(256)
    expect(event.ingestion_warnings).toEqual([
      'extra was cut to 8192 characters',
      'release was cut to 256 characters',
      'message was cut to 8192 characters',
    ])
  })

  it('lets no NUL and no half of a character through', () => {
    expect(normalized({ message: 'a\0b\ud800c' }).message).toBe('a\ufffdb\ufffdc')
    expect(normalized({ message: `${'x'.repeat(8_190)}\u{1F600}y` }).message?.isWellFormed()).toBe(true)
  })

  it('takes no prototype from a payload', () => {
    const event = normalized(JSON.parse('{"extra":{"__proto__":{"polluted":1},"a":{"__proto__":null}}}'))
    expect(Object.getPrototypeOf(event.extra)).toBe(Object.prototype)
    expect(JSON.stringify(event.extra)).toBe('{"a":{}}')
  })

  it('reads the request in all its forms', () => {
    const request = {
      method: 'post',
      url: 'https://a.example/',
      query_string: { a: 1, b: 'c d' },
      headers: [
        ['Accept', 'x'],
        ['X-Many', ['a', 'b']],
      ],
      cookies: 'a=b; c',
      data: { a: [1] },
      env: { REMOTE_ADDR: '::1' },
    }
    expect(normalized({ request }).request).toEqual({
      method: 'POST',
      url: 'https://a.example/',
      query_string: 'a=1&b=c+d',
      headers: [
        ['Accept', 'x'],
        ['X-Many', 'a, b'],
      ],
      cookies: [['a', 'b']],
      data: { a: [1] },
      env: { REMOTE_ADDR: '::1' },
    })
  })

  it('keeps what an SDK is made of, each part once, and the event that a breadcrumb is about', () => {
    const sdk = {
      name: 'sentry.python',
      version: '2.20.0',
      packages: [{ name: 'pypi:sentry-sdk', version: '2.20.0' }, { version: '1' }, null],
      integrations: ['argv', 'django', 'argv', {}],
    }
    const event = normalized({
      sdk,
      breadcrumbs: [{ event_id: EVENT_ID.toUpperCase() }, { event_id: 'none' }],
    })
    expect(event.sdk).toEqual({
      ...{ name: 'sentry.python', version: '2.20.0' },
      packages: [['pypi:sentry-sdk', '2.20.0']],
      integrations: ['argv', 'django'],
    })
    expect(event.breadcrumbs.values.map(({ event_id }) => event_id)).toEqual([EVENT_ID, undefined])
    const integrations = Array.from({ length: 101 }, (_, index) => `i${index}`)
    const many = normalized({ sdk: { name: 'x', integrations } })
    expect(many.sdk?.integrations).toHaveLength(100)
    expect(many.ingestion_warnings).toEqual(['sdk integrations: the first 100 were kept'])
  })

  it('reads the user, and notes no address that was not given', () => {
    expect(normalized({ user: { id: 7, ip_address: '{{auto}}', plan: 'free' } }).user).toEqual({
      id: '7',
      plan: 'free',
    })
    expect(normalized({ user: { ip_address: '{{auto}}' } }).user).toBeUndefined()
  })

  it('finds digests where SDKs put them, ours in one form', () => {
    const event = normalized({
      contexts: { error: { digest: 'k7q2mx4t9zpa' }, NotFound: { digest: 'NEXT_NOT_FOUND' } },
      extra: { 'error.digest': 329735291, error: { digest: 'd2' } },
      tags: { digest: 'd3', 'error.digest': '329735291' },
      exception: [
        { type: 'E', mechanism: { type: 'x', data: { digest: 'd4' } } },
        { type: 'F', mechanism: null },
      ],
    })
    expect(event.digests).toEqual(['K7Q2MX-4T9ZPA', 'NEXT_NOT_FOUND', '329735291', 'd3', 'd4', 'd2'])
  })

  it('leaves out digests that are none', () => {
    const extra = { digest: 'x'.repeat(65), 'error.digest': {} }
    expect(normalized({ extra, tags: { digest: '' }, contexts: { a: { digest: true } } }).digests).toEqual([])
  })
})

describe('normalize() on any JSON', () => {
  const anything = fc.jsonValue({ maxDepth: 6 })
  const members = Object.fromEntries(
    [
      ...[
        'timestamp',
        'platform',
        'level',
        'logger',
        'release',
        'environment',
        'transaction',
        'message',
        'logentry',
      ],
      ...[
        'exception',
        'breadcrumbs',
        'tags',
        'user',
        'request',
        'contexts',
        'extra',
        'fingerprint',
        'sdk',
        'debug_meta',
      ],
    ].map((name) => [name, anything]),
  )
  const frame = fc.record(
    {
      function: anything,
      module: anything,
      filename: anything,
      lineno: anything,
      in_app: anything,
      pre_context: anything,
      vars: fc.oneof(anything, fc.dictionary(fc.string(), anything)),
    },
    { requiredKeys: [] },
  )
  const exception = fc.record(
    {
      type: anything,
      value: anything,
      mechanism: fc.oneof(anything, fc.record({ type: anything, handled: anything, data: anything })),
      stacktrace: fc.oneof(anything, fc.record({ frames: fc.array(fc.oneof(frame, anything)) })),
    },
    { requiredKeys: [] },
  )
  const anyEvent = fc.record(
    {
      ...members,
      exception: fc.oneof(anything, fc.record({ values: fc.array(fc.oneof(exception, anything)) })),
    },
    { requiredKeys: [] },
  )

  it('never throws and always gives a valid event', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const result = normalized(asSent(event))
        expectValid(result)
        const stored = JSON.stringify(result)
        expect(JSON.stringify(JSON.parse(stored))).toBe(stored)
      }),
      { numRuns: runs(500) },
    )
  })
})

/** JSON writes minus zero as zero, so that it would not come back as itself. */
function asSent(event: Record<string, unknown>): Record<string, unknown> {
  const json = JSON.stringify(event, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))
  return JSON.parse(json) as Record<string, unknown> // an object, as it was
}

function expectValid(event: NormalizedEvent): void {
  expect(event.event_id).toMatch(/^[0-9a-f]{32}$/)
  expect(event.timestamp).toBeGreaterThan(0)
  expect(['fatal', 'error', 'warning', 'info', 'debug']).toContain(event.level)
  for (const name of ['platform', 'message', 'release', 'environment', 'transaction', 'logger'] as const) {
    expect(['string', 'undefined']).toContain(typeof event[name])
  }
  for (const { type, value, stacktrace, mechanism } of event.exception.values) {
    expect(
      [type, value, mechanism?.type].every((text) => text === undefined || typeof text === 'string'),
    ).toBe(true)
    for (const frame of stacktrace?.frames ?? []) {
      expect(typeof frame.in_app).toBe('boolean')
      for (const value of Object.values(frame.vars ?? {})) expect(typeof value).toBe('string')
    }
  }
  for (const [key, value] of event.tags) expect([typeof key, typeof value]).toEqual(['string', 'string'])
  for (const crumb of event.breadcrumbs.values) expect(crumb.timestamp).toBeGreaterThan(0)
  for (const context of Object.values(event.contexts)) expect(typeof context).toBe('object')
  for (const digest of event.digests) expect(digest.length).toBeLessThanOrEqual(64)
}

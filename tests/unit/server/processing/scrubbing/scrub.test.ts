import { describe, expect, it } from 'vitest'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'

const scrubber = scrubberFor()
const scrubbed = (event: Record<string, unknown>) =>
  scrub(normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 }), scrubber)

describe('scrub()', () => {
  it('reaches request, extra, contexts, tags, user, breadcrumbs and mechanisms', () => {
    const secret = { deep: [{ api_key: 'S3CRET', ok: 1 }] }
    const event = scrubbed({
      request: {
        url: 'https://a.example/?access_token=S3CRET',
        query_string: 'token=S3CRET&a=b',
        headers: { Authorization: 'S3CRET', Cookie: 'S3CRET', Accept: 'x' },
        data: secret,
        env: { DB_PASSWORD: 'S3CRET' },
      },
      extra: secret,
      contexts: { token: secret, other: { secret: 'S3CRET' } },
      tags: { password: 'S3CRET' },
      user: { id: '1', token: 'S3CRET' },
      breadcrumbs: [{ category: 'fetch', data: { url: '/x?token=S3CRET', ...secret } }],
      exception: [{ type: 'E', mechanism: { type: 'm', data: secret } }],
    })
    expect(JSON.stringify(event)).not.toContain('S3CRET')
    expect(event.extra).toEqual({ deep: [{ api_key: '[Filtered]', ok: 1 }] })
    // A context stays an object: what it holds is the secret that its name tells of.
    expect(event.contexts.token).toEqual({ deep: '[Filtered]' })
    expect(event.request?.headers).toContainEqual(['Accept', 'x'])
  })

  it('leaves the names of .NET assemblies, and the secret beside one goes', () => {
    const assembly = 'Newtonsoft.Json, Version=13.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e'
    const value = `Could not load file or assembly '${assembly}'; Password=S3CRET`
    const event = scrubbed({
      message: `loading ${assembly}`,
      exception: [{ type: 'FileLoadException', value, module: assembly }],
      contexts: { loader: { assembly, PublicKeyToken: '7cec85d7bea7798e', token: 'S3CRET' } },
      request: { env: { OLDPWD: '/srv', DB_PWD: 'S3CRET' } },
    })
    expect(event.exception.values[0]?.module).toBe(assembly)
    expect(event.exception.values[0]?.value).toBe(value.replace('S3CRET', '[Filtered]'))
    expect(event.message).toBe(`loading ${assembly}`)
    const token = { token: '[Filtered]' }
    expect(event.contexts.loader).toEqual({ assembly, PublicKeyToken: '7cec85d7bea7798e', ...token })
    expect(JSON.stringify(event)).not.toContain('S3CRET')
    expect(JSON.stringify(event)).toContain('/srv')
  })

  it('keeps the names of cookies, and none of their values', () => {
    const cookies = { 'connect.sid': 'S3CRET', theme: 'dark', [`AKIA${'IOSFODNN7EXAMPLE'}`]: 'x' }
    const [session, theme, key] = scrubbed({ request: { cookies } }).request?.cookies ?? []
    expect([session, theme]).toEqual([
      ['connect.sid', '[Filtered]'],
      ['theme', '[Filtered]'],
    ])
    expect(key?.[0]).not.toContain('AKIA')
  })

  it('reaches the packages and integrations of the SDK', () => {
    const key = `AKIA${'IOSFODNN7EXAMPLE'}`
    const sdk = { name: 'x', version: '1', packages: [{ name: key, version: key }], integrations: [key] }
    expect(JSON.stringify(scrubbed({ sdk }))).not.toContain(key)
  })

  it('reaches the versions of packages, and leaves packages whose names sound like secrets', () => {
    const modules = { 'password-hash': '1.2.2', fastify: '5.8.0' }
    expect(scrubbed({ modules }).modules).toEqual(Object.entries(modules))
    const key = `AKIA${'IOSFODNN7EXAMPLE'}`
    expect(JSON.stringify(scrubbed({ modules: { ...modules, own: key } }))).not.toContain(key)
  })

  it('reaches the local variables of frames, by their names and inside of their texts', () => {
    const vars = {
      password: "'S3CRET'",
      config: { api_key: 'S3CRET', retries: 3 },
      kwargs: "{'token': 'S3CRET', 'page': 2}",
      page: '2',
    }
    const event = scrubbed({ exception: [{ type: 'E', stacktrace: { frames: [{ function: 'f', vars }] } }] })
    expect(JSON.stringify(event)).not.toContain('S3CRET')
    expect(event.exception.values[0]?.stacktrace?.frames[0]?.vars).toEqual({
      password: '[Filtered]',
      config: '{"api_key":"[Filtered]","retries":3}',
      kwargs: "{'token': '[Filtered]', 'page': 2}",
      page: '2',
    })
  })

  it.each([
    ['a form', 'name=x&password=S3CRET', 'name=x&password=[Filtered]'],
    ['JSON', '{"a":[{"password":"S3CRET"}]}', '{"a":[{"password":"[Filtered]"}]}'],
    ['text', 'just words', 'just words'],
    [
      'JSON that is cut off',
      '{"a":1,"password": "S3C\\"RET","pin":"S3',
      '{"a":1,"password": "[Filtered]","pin":"[Filtered]',
    ],
  ])('reads a body that is %s', (_name, data, rest) => {
    expect(scrubbed({ request: { data } }).request?.data).toBe(rest)
  })

  it.each(['cookies', 'password', 'Session', 'auth'])('hides all members of a context called %s', (name) => {
    const held = { theme: 'S3CRET', list: ['S3CRET'], count: 12, none: null }
    expect(scrubbed({ contexts: { [name]: held } }).contexts[name]).toEqual({
      theme: '[Filtered]',
      list: '[Filtered]',
      count: '[Filtered]',
      none: null,
    })
  })

  it('leaves an absent secret absent', () => {
    expect(scrubbed({ extra: { password: null } }).extra).toEqual({ password: null })
  })
})

import { describe, expect, it } from 'vitest'
import { normalize } from '../../../../server/processing/normalize.ts'
import { scrub } from '../../../../server/processing/scrub.ts'
import { createNameTest } from '../../../../server/processing/secrets/names.ts'
import { scrubberFor } from '../../../../server/processing/secrets/scrubber.ts'

const scrubber = scrubberFor()
const scrubText = scrubber.text
const isSecretName = createNameTest({ extraNames: [], exemptNames: [] })
const scrubbed = (event: Record<string, unknown>) =>
  scrub(normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 }), scrubber)

describe('isSecretName()', () => {
  it.each([
    ...[
      'password',
      'Passwd',
      'user_password',
      'PASSPHRASE',
      'mysql_pwd',
      'secret',
      'client-secret',
      'api_key',
      'X-Api-Key',
    ],
    ...[
      'apikey',
      'Authorization',
      'proxy-authorization',
      'auth',
      'Cookie',
      'set-cookie',
      'token',
      'access_token',
    ],
    ...[
      'X-CSRF-Token',
      'refreshToken',
      'credentials',
      'private_key',
      'aws_access_key_id',
      'creditCard',
      'card_number',
      'cvv',
    ],
  ])('knows %s', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each([
    'author',
    'authority',
    'tokens',
    'max_tokens',
    'discard',
    'keyboard',
    'passenger',
    'opinion',
    'monkey',
    'carding',
  ])('leaves %s', (name) => {
    expect(isSecretName(name)).toBe(false)
  })
})

describe('scrubText()', () => {
  it.each([
    ['https://a.example/?a=1&token=abc#x', 'https://a.example/?a=1&token=[Filtered]#x'],
    ['/reset?password=p%20w&b=2', '/reset?password=[Filtered]&b=2'],
    ['paid with 4242 4242 4242 4242 today', 'paid with [Filtered] today'],
    ['378282246310005', '[Filtered]'],
    ['at postgres://ada:S3CRET@db:5432/x', 'at postgres://ada:[Filtered]@db:5432/x'],
    ['5555-5555-5555-4444', '[Filtered]'],
  ])('takes the secret out of %j', (text, rest) => {
    expect(scrubText(text)).toBe(rest)
  })

  it.each([
    '4242424242424241', // the check digit is wrong
    '1790000000000',
    '1234567890123456789',
    'order 42424242424242424242',
    'a=b',
    'what? x = token',
  ])('leaves %j', (text) => {
    expect(scrubText(text)).toBe(text)
  })
})

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
    expect(event.contexts.token).toEqual(event.extra)
    expect(event.request?.headers).toContainEqual(['Accept', 'x'])
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

  it('leaves an absent secret absent', () => {
    expect(scrubbed({ extra: { password: null } }).extra).toEqual({ password: null })
  })
})

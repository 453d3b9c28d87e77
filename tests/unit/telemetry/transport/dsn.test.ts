import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sdk } from '#telemetry/sdk.ts'
import { envelopeUrl, formatDsn, parseDsn } from '#telemetry/transport/dsn.ts'

describe('parseDsn()', () => {
  it('reads scheme, key, host with port, path prefix and project', () => {
    expect(parseDsn(' https://abc:old-secret@desk.example:9443/errors/eu/42 ')).toEqual({
      protocol: 'https',
      publicKey: 'abc',
      host: 'desk.example:9443',
      pathPrefix: '/errors/eu',
      projectId: '42',
    })
  })

  it.each([
    '',
    'nonsense',
    'ftp://key@desk.example/1',
    'https://desk.example/1',
    'https://key@desk.example',
    'https://key@desk.example/',
    'https://key@desk.example/a%20b',
    'https://key@desk.example/1?x=2',
    'https://key@desk example/1',
    'https://@desk.example/1',
  ])('refuses %j', (text) => {
    expect(() => parseDsn(text)).toThrow(
      new Error('Cannot parse the DSN: it is not like https://<key>@<host>/<project>'),
    )
  })

  it('takes a slash at the end', () => {
    expect(parseDsn('https://key@desk.example/1/').projectId).toBe('1')
  })

  it('refuses what is made to keep it busy at once', () => {
    const startedAt = performance.now()
    expect(() => parseDsn(`https://k@h${'/a'.repeat(50_000)}?`)).toThrow()
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

it('formatDsn() leaves the password out', () => {
  expect(formatDsn(parseDsn('http://a%2Fb:secret@[::1]:3000/1'))).toBe('http://a%2Fb@[::1]:3000/1')
})

it('envelopeUrl() honours port and path prefix, and names key and sender in the query', () => {
  expect(envelopeUrl(parseDsn('https://abc@desk.example:9443/errors/42'))).toBe(
    `https://desk.example:9443/errors/api/42/envelope/?sentry_version=7&sentry_key=abc&sentry_client=crumbtrail%2F${sdk.version}`,
  )
})

it('the sender has the version of the package', () => {
  const file = new URL('../../../../package.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(sdk.version)
})

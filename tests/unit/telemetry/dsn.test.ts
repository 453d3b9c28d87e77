import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { envelopeUrl, formatDsn, parseDsn } from '../../../telemetry/dsn.ts'
import { sdk } from '../../../telemetry/sdk.ts'

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
    ['', 'it is empty'],
    ['nonsense', 'it is not an address like https://<key>@<host>/<project>'],
    ['https://%zz@desk.example/1', 'it is not an address like https://<key>@<host>/<project>'],
    ['ftp://key@desk.example/1', 'it begins with neither http:// nor https://'],
    ['https://desk.example/1', 'the key before the @ is missing'],
    ['https://key@desk.example', 'the project at its end is missing'],
    ['https://key@desk.example/', 'the project at its end is missing'],
    ['https://key@desk.example/a%20b', 'the project at its end is not a number'],
  ])('refuses %j: %s', (text, matter) => {
    expect(() => parseDsn(text)).toThrow(new Error(`Cannot parse the DSN: ${matter}`))
  })

  it('does not repeat a secret when it refuses', () => {
    expect(() => parseDsn('https://key:hunter2@desk.example')).toThrow(/^(?!.*hunter2)/)
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
  const file = new URL('../../../package.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(sdk.version)
})

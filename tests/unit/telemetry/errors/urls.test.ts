import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSecretName, scrubUrl } from '#telemetry/errors/urls.ts'

describe('isSecretName()', () => {
  it.each([
    'token',
    'access_token',
    'accessToken',
    'X-CSRF-Token',
    'password',
    'passwd',
    'client_secret',
    'key',
    'api_key',
    'apikey',
    'apiKey',
    'X-Api-Key',
    'auth',
    'authorization',
    'oauth',
    'session',
    'sessionid',
    'PHPSESSID_session',
    'signature',
    'X-Amz-Signature',
    'sig',
    'code',
    'auth_code',
    'sid',
    'pwd',
    'credential',
    'authorisation',
  ])('%s is one', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each([
    '',
    'q',
    'page',
    'author',
    'authorName',
    'keyword',
    'monkey',
    'decoder',
    'design',
    'pinned',
    'sidebar',
    'host',
  ])('%j is none', (name) => {
    expect(isSecretName(name)).toBe(false)
  })
})

describe('scrubUrl()', () => {
  it.each([
    ['https://ada:hunter2@shop.example/a', 'https://shop.example/a'],
    ['https://ada@shop.example', 'https://shop.example'],
    ['//ada:p@ss@shop.example/a', '//shop.example/a'],
    ['https://shop.example/@ada?mail=a@b.example', 'https://shop.example/@ada?mail=a@b.example'],
    ['/reset?token=4f9a&page=2', '/reset?token=[Filtered]&page=2'],
    ['?a=1;key=2', '?a=1;key=[Filtered]'],
    ['/cb#access_token=4f9a&state=x', '/cb#access_token=[Filtered]&state=x'],
    ['/a?%74oken=4f9a', '/a?%74oken=[Filtered]'],
    ['/a?user[password]=x', '/a?user[password]=[Filtered]'],
    ['/a?token=', '/a?token=[Filtered]'],
    ['/a?token', '/a?token'],
    ['/a?q=100%', '/a?q=100%'],
    [
      '/sign-in?next=%2Fcb%3Fcode%3D4f9a%26page%3D1',
      '/sign-in?next=%2Fcb%3Fcode%3D%5BFiltered%5D%26page%3D1',
    ],
    ['/out?to=https%3A%2F%2Fada%3Ahunter2%40shop.example', '/out?to=https%3A%2F%2Fshop.example'],
    ['/a?next=%2Fb%3Fpage%3D1', '/a?next=%2Fb%3Fpage%3D1'],
    ['data:text/plain;base64,aHVudGVyMg==', 'data:text/plain;base64,[Filtered]'],
    ['', ''],
  ])('%s becomes %s', (url, scrubbed) => {
    expect(scrubUrl(url)).toBe(scrubbed)
  })

  it('never lets a secret through, wherever it stands', () => {
    const name = fc.constantFrom('token', 'api_key', 'user[password]', 'X-Amz-Signature', 'code')
    const noise = fc.webQueryParameters()
    fc.assert(
      fc.property(name, noise, noise, fc.constantFrom('?', '#'), (secret, before, after, lead) => {
        const url = `https://shop.example/${lead}${before}&${secret}=TOP5ECRET&${after}`
        expect(scrubUrl(url)).not.toContain('TOP5ECRET')
      }),
    )
  })

  it('never throws, and changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })),
        (url) => {
          expect(scrubUrl(scrubUrl(url))).toBe(scrubUrl(url))
        },
      ),
    )
  })
})

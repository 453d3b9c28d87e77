import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  digestPath,
  eventPath,
  issuePath,
  issuesPath,
  payloadPath,
  projectPath,
  safeReturnPath,
  setUpPath,
  signInPath,
} from '#renderer/paths.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { runs } from '#tests/support/run/doses.ts'

const ORIGIN = 'https://desk.example'

describe('paths', () => {
  it('leaves parameters out that are not there', () => {
    expect(issuesPath()).toBe('/issues')
    expect(issuesPath({ project: undefined, cursor: 'a b' })).toBe('/issues?cursor=a+b')
    expect(issuePath(7)).toBe('/issues/7')
    expect(signInPath()).toBe('/sign-in')
    expect(signInPath('/')).toBe('/sign-in')
    expect(signInPath('/issues?project=a&cursor=b')).toBe(
      '/sign-in?next=%2Fissues%3Fproject%3Da%26cursor%3Db',
    )
  })

  it('encodes what stands in a segment', () => {
    expect(digestPath('NEXT_HTTP_ERROR_FALLBACK;404')).toBe('/digests/NEXT_HTTP_ERROR_FALLBACK%3B404')
    expect(projectPath('a/b?c#d')).toBe('/projects/a%2Fb%3Fc%23d')
    expect(eventPath(1, 'a b')).toBe('/issues/1/events/a%20b')
    expect(setUpPath('ü')).toBe('/set-up/%C3%BC')
  })

  it.each(['', '.', '..'])('keeps the digest %j from climbing', (digest) => {
    const url = new URL(digestPath(digest), ORIGIN)
    expect(url.pathname).toBe('/digests')
    expect(url.searchParams.get('digest')).toBe(digest)
  })

  it('keeps any digest one segment of its own', () => {
    fc.assert(
      fc.property(anyText({ minLength: 3 }), (digest) => {
        const url = new URL(digestPath(digest), ORIGIN)
        expect(url.origin).toBe(ORIGIN)
        expect(url.pathname.split('/')).toHaveLength(3)
        expect(decodeURIComponent(url.pathname.slice('/digests/'.length))).toBe(digest.toWellFormed())
      }),
    )
  })
})

describe('payloadPath()', () => {
  it.each([
    ['/', '/index.pageContext.json'],
    ['/issues', '/issues/index.pageContext.json'],
    ['/issues/', '/issues/index.pageContext.json'],
    ['/issues?project=a#top', '/issues/index.pageContext.json?project=a'],
    ['https://desk.example/issues/7', '/issues/7/index.pageContext.json'],
  ])('of %s is %s', (page, payload) => {
    expect(payloadPath(page)).toBe(payload)
  })
})

describe('safeReturnPath()', () => {
  it.each(['/issues', '/issues/7?cursor=a#trail', '/', '/signal', '/issues?next=https://evil.example'])(
    'takes %s',
    (next) => expect(safeReturnPath(next)).toBe(next),
  )

  it.each([
    null,
    '',
    'issues',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '///evil.example',
    '//',
    '/sign-in',
    '/sign-in?next=/sign-in',
    '/sign-out',
    '/set-up/x',
  ])('refuses %j', (next) => expect(safeReturnPath(next)).toBeUndefined())

  it('never leaves the site', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '\t', '@', ':', '%2e', '%2f', 'a', '?', '#'),
    })
    fc.assert(
      fc.property(hostile, (rest) => {
        const path = safeReturnPath(`/${rest}`)
        if (path !== undefined) expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
      }),
      { numRuns: runs(2_000) },
    )
  })
})

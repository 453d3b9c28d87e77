import { describe, expect, it } from 'vitest'
import { createFailureRecorder } from '#server/hosting/failure.ts'
import type { HostedPage } from '#server/hosting/loaded-page.ts'
import { isPayloadUrl, pageUrlOf, payloadUrlOf, toDataAnswer, toLoadedPage } from '#server/hosting/payload.ts'

describe('payload addresses', () => {
  it.each([
    ['/index.pageContext.json', '/'],
    ['/issues/index.pageContext.json', '/issues'],
    ['/issues/index.pageContext.json?cursor=a%2Fb', '/issues?cursor=a%2Fb'],
    [
      '/digests/K7/index.pageContext.json?next=/index.pageContext.json',
      '/digests/K7?next=/index.pageContext.json',
    ],
  ])('%s is the payload of %s', (payloadUrl, pageUrl) => {
    expect(isPayloadUrl(payloadUrl)).toBe(true)
    expect(pageUrlOf(payloadUrl)).toBe(pageUrl)
    expect(payloadUrlOf(pageUrl)).toBe(payloadUrl)
  })

  it.each(['/issues', '/issues?x=/index.pageContext.json', '/index.pageContext.jsonx', '/'])(
    '%s is a page',
    (url) => {
      expect(isPayloadUrl(url)).toBe(false)
    },
  )
})

describe('toDataAnswer', () => {
  const failure = createFailureRecorder(() => 'K7Q2MX-4T9ZPA').record(new Error('broken'), 'loader')
  const loaded = { kind: 'loaded', data: {}, payload: () => ({ data: { page: 1 } }) } as const

  it.each([
    [{ ...loaded, isRefused: false }, 200, { data: { page: 1 } }],
    [{ ...loaded, isRefused: true }, 422, { data: { page: 1 } }],
    [{ kind: 'redirect', to: '/next', statusCode: 303 }, 200, { redirect: '/next' }],
    [
      { kind: 'redirect', to: '/next', statusCode: 303, changed: ['/projects'] },
      200,
      { redirect: '/next', changed: ['/projects'] },
    ],
    [{ kind: 'signed-out', signIn: '/sign-in?next=%2F' }, 401, { redirect: '/sign-in?next=%2F' }],
    [{ kind: 'no-action' }, 405, { detail: 'Cannot accept the form: this page has no action' }],
    [{ kind: 'aborted', statusCode: 404, thrown: null }, 404, { error: {} }],
    [{ kind: 'aborted', statusCode: 403, thrown: null }, 403, { error: {} }],
    [{ kind: 'failed', failure }, 500, { error: { digest: 'K7Q2MX-4T9ZPA' } }],
  ] satisfies [HostedPage, number, object][])('answers %o with %d', (page, statusCode, body) => {
    expect(toDataAnswer(page)).toEqual({ statusCode, body })
  })
})

describe('toLoadedPage', () => {
  const page = { abortStatusCode: undefined, is404: false, body: '{}' }

  it('reads where Vike leads, and what it does not find', () => {
    const body = '{"_urlRedirect":{"url":"/sign-in","statusCode":302},"_abortCall":"throw redirect()"}'
    expect(toLoadedPage({ ...page, body })).toEqual({ kind: 'redirect', to: '/sign-in', statusCode: 302 })
    expect(toLoadedPage({ ...page, is404: true })).toMatchObject({ kind: 'aborted', statusCode: 404 })
    expect(toLoadedPage({ ...page, abortStatusCode: 403 })).toMatchObject({ statusCode: 403 })
  })

  it('takes data that speaks of redirects for data', () => {
    const body = JSON.stringify({ data: { text: '"_urlRedirect"' } })
    expect(toLoadedPage({ ...page, body }).kind).toBe('aborted')
  })
})

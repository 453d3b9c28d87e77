import { describe, expect, it } from 'vitest'
import { browserOf } from '#server/processing/normalize/spans/browser-of.ts'
import { attributesOfTransaction, segmentFactsOf } from '#server/processing/normalize/spans/segment-facts.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('browserOf()', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145'],
    [`${CHROME} Safari/537.36`, 'Chrome 141'],
    [`${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge 140'],
    [`${CHROME} Safari/537.36 OPR/120.0.0.0`, 'Opera 120'],
    [`${SAFARI} Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari 26'],
    ['curl/8.5.0', undefined],
  ])('%s is %s', (userAgent, browser) => {
    expect(browserOf(userAgent)).toBe(browser)
  })
})

describe('segmentFactsOf()', () => {
  it('reads attributes of both conventions', () => {
    expect(
      segmentFactsOf({
        'user.id': 4471,
        'browser.name': 'Firefox',
        'browser.version': '145.0.2',
        'http.response.status_code': 500,
      }),
    ).toEqual({ user: '4471', browser: 'Firefox 145', httpStatus: 500 })
    expect(
      segmentFactsOf({
        'enduser.id': 'ada',
        'http.user_agent': `${CHROME} Safari/537.36`,
        'http.status_code': '201',
      }),
    ).toEqual({ user: 'ada', browser: 'Chrome 141', httpStatus: 201 })
  })

  it('knows nothing of what was not sent, or is no status', () => {
    const nothing = { user: null, browser: null, httpStatus: null }
    expect(segmentFactsOf({})).toEqual(nothing)
    expect(segmentFactsOf({ 'http.status_code': 7, 'user.id': '', 'browser.name': {} })).toEqual(nothing)
  })
})

describe('attributesOfTransaction()', () => {
  it('keeps the most telling of what is known of a user, and of a browser', () => {
    const user = { id: 'u1', username: 'ada', email: 'ada@shop.example' }
    const browser = { name: 'Firefox', version: '145.0' }
    expect(attributesOfTransaction({ user, browser, userAgent: 'curl/8.5.0' })).toEqual({
      'user.id': 'u1',
      'browser.name': 'Firefox',
      'browser.version': '145.0',
    })
    expect(
      attributesOfTransaction({ user: { email: user.email }, browser: {}, userAgent: 'curl/8.5.0' }),
    ).toEqual({ 'user.email': 'ada@shop.example', 'user_agent.original': 'curl/8.5.0' })
    expect(attributesOfTransaction({ user: {}, browser: {}, userAgent: undefined })).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { matchingFilter } from '#server/processing/filters/matching-filter.ts'
import { matchesGlob } from '#server/processing/glob.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { defaultProjectSettings, type ProjectSettings } from '#server/protocol/project-settings.ts'
import { aFeedback, aLogContainer, aSession } from '#tests/support/builders/sample-records.ts'
import {
  aContainer,
  anEnvelopeOf,
  aSpanId,
  aTransaction,
  type SampleItem,
} from '#tests/support/builders/sample-traces.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

type Filters = ProjectSettings['filters']

const none = defaultProjectSettings.filters
const filterOf = (event: Record<string, unknown>, filters: Partial<Filters>) =>
  matchingFilter(normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 }), { ...none, ...filters })
const fromAgent = (userAgent: string) => ({ request: { headers: { 'User-Agent': userAgent } } })
const at = (abs_path: string) => ({
  exception: { values: [{ type: 'E', stacktrace: { frames: [{ abs_path }, { abs_path: '<anonymous>' }] } }] },
})

describe('nothing is filtered by default', () => {
  it.each([
    fromAgent('Googlebot/2.1'),
    fromAgent('MSIE 8.0'),
    at('chrome-extension://x/y.js'),
    { request: { url: 'http://localhost/' } },
  ])('%j', (event) => {
    expect(
      matchingFilter(normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 }), none),
    ).toBeUndefined()
  })
})

describe('browser extensions', () => {
  it.each([
    ...[
      'chrome-extension://my-extension/x',
      'moz-extension://x',
      'safari-web-extension://x',
      'webkit-masked-url:',
    ],
    ...['https://connect.facebook.net/en_US/sdk.js', 'https://fscr.kaspersky-labs.com/B-9B72/main.js'],
  ])('are known by the place %s', (path) => {
    expect(filterOf(at(path), { browserExtensions: true })).toBe('browser-extensions')
  })

  it.each([
    'some error on top.GLOBALS',
    'Extension context invalidated',
    "can't access dead object",
    'x _gCrWeb',
  ])('are known by the message %s', (value) => {
    expect(filterOf({ exception: [{ type: 'E', value }] }, { browserExtensions: true })).toBe(
      'browser-extensions',
    )
  })

  it('are none elsewhere', () => {
    expect(
      filterOf(at('https://shop.example/chrome-extension://x.js'), { browserExtensions: true }),
    ).toBeUndefined()
    expect(filterOf({ message: 'no price' }, { browserExtensions: true })).toBeUndefined()
  })
})

describe('localhost', () => {
  it.each([
    ...[
      'http://localhost:3000/x',
      'https://a.localhost/',
      'http://127.0.0.1/',
      'http://[::1]:80/',
      'file:///x.html',
    ].map((url) => ({ request: { url } })),
    { user: { ip_address: '127.0.0.1' } },
    { request: { headers: { Host: 'localhost:3000' } } },
    { request: { headers: [['X-Forwarded-For', '::1']] } },
  ])('is %j', (event) => {
    expect(filterOf(event, { localhost: true })).toBe('localhost')
  })

  it.each([
    ...['https://localhost.example/', 'https://foolocalhost/', 'https://shop.example/localhost'].map(
      (url) => ({
        request: { url },
      }),
    ),
    { request: { url: 'https://shop.example/', headers: { Host: 'localhost' } } },
    { user: { ip_address: '203.0.113.9' } },
    {},
  ])('is not %j', (event) => {
    expect(filterOf(event, { localhost: true })).toBeUndefined()
  })
})

describe('web crawlers', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ...[
      'Twitterbot/1.0',
      'BingPreview/1',
      'Slack-ImgProxy 0.19',
      'Better Uptime Bot Mozilla/5.0',
      'x spider;',
    ],
  ])('are %s', (agent) => {
    expect(filterOf(fromAgent(agent), { webCrawlers: true })).toBe('web-crawlers')
  })

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    ...[
      'Slackbot 1.0(+https://api.slack.com/robots)',
      'robotics',
      'APIs-Google (+https://developers.google.com)',
    ],
  ])('are not %s', (agent) => {
    expect(filterOf(fromAgent(agent), { webCrawlers: true })).toBeUndefined()
  })
})

describe('legacy browsers', () => {
  it.each([
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.0; Trident/4.0)',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; NOKIA; Lumia 710)',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/7.0.32796/59.323; U; fr) Presto/2.12.423 Version/12.16',
    'Opera/9.80 (X11; Linux i686; Ubuntu/14.10) Presto/2.12.388 Version/12.16',
    'Mozilla/5.0 (Linux; U; Android 3.2; nl-nl; GT-P6800) AppleWebKit/534.13 (KHTML) Version/4.0 Safari/534.13',
    'Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6) AppleWebKit/533.16 (KHTML, like Gecko) Version/5.0 Safari/533.16',
  ])('are %s', (agent) => {
    expect(filterOf(fromAgent(agent), { legacyBrowsers: true })).toBe('legacy-browsers')
  })

  it.each([
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0)',
    'Mozilla/5.0 (Windows NT 6.3; Trident/7.0; rv:11.0) like Gecko',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_3) AppleWebKit/537.75.14 (KHTML, like Gecko) Version/7.0.3 Safari/7046A194A',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'curl/8.5',
  ])('are not %s', (agent) => {
    expect(filterOf(fromAgent(agent), { legacyBrowsers: true })).toBeUndefined()
  })
})

describe('error messages and releases', () => {
  it('are matched as globs, in any case, over messages and each exception', () => {
    const exception = [
      { type: 'ChunkLoadError', value: 'Loading chunk 7 failed' },
      { type: 'Error', value: 'outer' },
    ]
    const errorMessages = ['chunkloaderror: *', 'plain']
    expect(filterOf({ exception }, { errorMessages })).toBe('error-message')
    expect(filterOf({ message: 'Plain' }, { errorMessages })).toBe('error-message')
    expect(filterOf({ message: 'Plain words' }, { errorMessages })).toBeUndefined()
    expect(filterOf({ release: 'shop@1.4.2' }, { releases: ['shop@1.4.*'] })).toBe('release-version')
    expect(filterOf({ release: 'shop@1.5.0' }, { releases: ['shop@1.4.*'] })).toBeUndefined()
  })

  it.each([
    ['abc', 'a?c', true],
    ['abc', 'a*', true],
    ['', '*', true],
    ['abc', '', false],
    ['aXbXc', 'a*x*c', true],
    ['abc', 'abcd*', false],
    ['a'.repeat(8_000), `${'a*'.repeat(120)}b`, false],
    ['a.c', 'a.c', true],
    ['abc', 'a.c', false],
  ])('%.20s is %.20s: %s', (text, glob, isMatch) => {
    expect(matchesGlob(text, glob)).toBe(isMatch)
  })
})

describe('what else is filtered', () => {
  const filters: Filters = { ...none, releases: ['shop@1.*'], localhost: true, webCrawlers: true }
  const context = {
    receivedAt: 1_790_000_100_000,
    newEventId: () => 'f'.repeat(32),
    settings: { ...defaultProjectSettings, filters },
  }
  const outcomesOf = (...items: SampleItem[]) => {
    const { outcomes, spans, records } = processEnvelope(anEnvelopeOf(...items), context)
    expect([...spans, ...records]).toEqual([])
    return outcomes.map(
      ({ category, outcome, reason, quantity }) => `${quantity} ${category} ${outcome} ${reason}`,
    )
  }

  it('are transactions with all of their spans', () => {
    const request = { url: 'http://localhost:3000/cart' }
    expect(outcomesOf(aTransaction([{ number: 2 }], { request }))).toEqual([
      '1 transaction filtered localhost',
      '2 span filtered localhost',
    ])
  })

  it('are streamed spans with their segment, and those of a release', () => {
    const segment = {
      number: 1,
      more: { is_segment: true },
      data: { 'user_agent.original': 'Googlebot/2.1' },
    }
    const child = { number: 2, data: { 'sentry.segment.id': aSpanId(1) } }
    expect(outcomesOf(aContainer([segment, child]))).toEqual(['2 span filtered web-crawlers'])
    expect(outcomesOf(aContainer([{ number: 3, data: { 'sentry.release': 'shop@1.0' } }]))).toEqual([
      '1 span filtered release-version',
    ])
  })

  it('are logs, sessions and feedback of a release', () => {
    expect(outcomesOf(aLogContainer(['one', 'two']), aSession(), aFeedback())).toEqual([
      '1 log_item filtered release-version',
      '1 log_item filtered release-version',
      '1 session filtered release-version',
      '1 feedback filtered release-version',
    ])
  })
})

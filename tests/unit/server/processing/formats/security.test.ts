import { describe, expect, it } from 'vitest'
import { processBody } from '#tests/support/store/process-body.ts'

/** As Chromium 141 posts it by `report-uri`. */
const csp = (more: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': 'https://shop.example/cart?step=pay',
    referrer: '',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "script-src 'self'; report-uri /api/1/security/",
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/steal.js',
    'status-code': 200,
    ...more,
  },
})
/** As Chromium 141 posts it by `report-to`. */
const reporting = (more: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 3,
  url: 'https://shop.example/cart',
  user_agent: 'Mozilla/5.0',
  body: {
    documentURL: 'https://shop.example/cart',
    effectiveDirective: 'img-src',
    blockedURL: 'https://evil.example/pixel.gif',
    disposition: 'report',
    statusCode: 200,
    ...more,
  },
})

const eventOf = (report: unknown) => processBody('security', report).events[0]
const groupOf = (report: unknown) => eventOf(report)?.grouping.key

describe('a report of a violated policy', () => {
  it('is an event of an issue', () => {
    const query = { sentry_release: 'shop@1.4.0', sentry_environment: 'staging' }
    const { answer, events, outcomes } = processBody('security', csp(), { query, userAgent: 'Mozilla/5.0' })
    expect(answer).toMatchObject({ status: 200, id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(events[0]).toMatchObject({
      title: { type: 'Message', value: "Blocked 'script' element from 'evil.example'" },
      event: {
        logger: 'csp',
        release: 'shop@1.4.0',
        environment: 'staging',
        transaction: 'https://shop.example/cart',
        request: { url: 'https://shop.example/cart?step=pay', headers: [['User-Agent', 'Mozilla/5.0']] },
      },
    })
    expect(outcomes).toEqual([{ category: 'security', outcome: 'accepted', reason: '', quantity: 1 }])
  })

  it('is grouped by directive and blocked host', () => {
    const same = [
      csp({ 'blocked-uri': 'https://evil.example/other.js' }),
      csp({ 'document-uri': 'https://shop.example/' }),
      csp({ 'blocked-uri': 'evil.example' }),
    ]
    expect(new Set([csp(), ...same].map(groupOf)).size).toBe(1)
    const others = [
      csp({ 'blocked-uri': 'https://worse.example/steal.js' }),
      csp({ 'effective-directive': 'style-src' }),
      csp({ 'blocked-uri': 'https://shop.example/own.js' }),
      csp({ 'blocked-uri': 'inline' }),
      csp({ 'blocked-uri': 'eval' }),
      csp({ 'blocked-uri': 'data' }),
    ]
    expect(new Set([csp(), ...others].map(groupOf)).size).toBe(7)
    expect(groupOf(reporting({ effectiveDirective: 'script-src-elem' }))).toBe(groupOf(csp()))
  })

  it('may come without the directive that took effect, as old browsers send it', () => {
    const report = csp({ 'effective-directive': undefined, 'violated-directive': "img-src 'self' data:" })
    expect(eventOf(report)?.title.value).toBe("Blocked 'image' from 'evil.example'")
  })

  it.each([
    ['', 'inline'],
    ['inline', 'inline'],
    ["'self'", 'self'],
    ['self', 'self'],
    ['data', 'data'],
    ['blob:https://shop.example/1', 'blob'],
    ['chrome-extension', 'chrome-extension'],
    ['http://evil.example:8080/x', 'evil.example:8080'],
    ['https://shop.example/x', 'self'],
  ])('calls %j %s', (blocked, source) => {
    expect(eventOf(csp({ 'blocked-uri': blocked }))?.event.message).toContain(`from '${source}'`)
  })

  it('comes as a list, too: each report is an event', () => {
    const { events, outcomes } = processBody('security', [
      reporting(),
      { type: 'deprecation', url: 'https://shop.example/', body: { id: 'x' } },
      reporting({ blockedURL: 'inline' }),
    ])
    expect(events.map(({ event }) => event.message)).toEqual([
      "Blocked 'image' from 'evil.example'",
      "Blocked 'image' from 'inline'",
    ])
    expect(outcomes).toMatchObject([
      { category: 'security', outcome: 'accepted' },
      { category: 'security', outcome: 'filtered', reason: 'unsupported' },
      { category: 'security', outcome: 'accepted' },
    ])
  })

  it('is refused in a list that is too long, and each is counted', () => {
    const { answer, outcomes } = processBody(
      'security',
      Array.from({ length: 101 }, () => reporting()),
    )
    expect(answer).toEqual({ status: 413, detail: 'Cannot read reports: there are more than 100' })
    expect(outcomes).toEqual([
      { category: 'security', outcome: 'invalid', reason: 'too_many_reports', quantity: 101 },
    ])
  })
})

describe("a report about a server's certificate", () => {
  const ct = { 'expect-ct-report': { hostname: 'shop.example', port: 443, scts: [] } }
  const staple = { 'expect-staple-report': { hostname: 'shop.example', 'response-status': 'MISSING' } }
  const pins = { hostname: 'shop.example', 'known-pins': ['pin-sha256="x"'], port: 443 }

  it.each([
    ['Expect-CT', ct, 'expectct', "Expect-CT failed for 'shop.example'"],
    ['Expect-Staple', staple, 'expectstaple', "Expect-Staple failed for 'shop.example'"],
    ['pinned keys', pins, 'hpkp', "Public key pinning failed for 'shop.example'"],
  ])('by %s is an event', (_name, report, logger, message) => {
    expect(eventOf(report)?.event).toMatchObject({ logger, message })
  })
})

describe('what is no report', () => {
  it.each([
    ['no JSON', 'x', 'Cannot read report: it is not JSON'],
    ['an empty list', '[]', 'Cannot read reports: the list is empty'],
  ])('is refused: %s', (_name, body, detail) => {
    const { answer, outcomes } = processBody('security', body)
    expect(answer).toEqual({ status: 400, detail })
    expect(outcomes).toMatchObject([{ category: 'security', outcome: 'invalid', quantity: 1 }])
  })

  it.each([[{}], [[null]], ['"text"'], [{ 'csp-report': 'x' }]])(
    'is counted as not supported: %j',
    (body) => {
      const { answer, outcomes } = processBody('security', body)
      expect(answer).toEqual({ status: 200 })
      expect(outcomes).toMatchObject([{ category: 'security', outcome: 'filtered', reason: 'unsupported' }])
    },
  )
})

describe('reports of the network', () => {
  it('are counted, and not supported', () => {
    expect(processBody('nel', [{}, {}]).outcomes).toEqual([
      { category: 'security', outcome: 'filtered', reason: 'unsupported', quantity: 2 },
    ])
  })
})

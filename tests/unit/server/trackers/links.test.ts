import { describe, expect, it } from 'vitest'
import type { TrackerKind } from '#server/models/trackers/trackers.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { TRACKERS } from '#server/trackers/kinds/adapters.ts'
import { signatureOf } from '#server/trackers/kinds/github.ts'
import { describeIssue } from '#server/trackers/text/issue-text.ts'
import { newIssueLink, newIssueOf } from '#server/trackers/text/new-issue.ts'

const issue = {
  ...{
    shortId: 'SHOP-12',
    type: 'TypeError',
    value: 'x is not a function',
    culprit: 'loadCart(src/cart.ts)',
  },
  ...{
    eventCount: 1_234,
    userCount: 56,
    firstSeen: Date.UTC(2026, 10, 1),
    lastSeen: Date.UTC(2026, 10, 25, 9, 30),
  },
  lastRelease: 'shop@2.5.1',
}

function anEvent(frames: object[]) {
  const payload = { exception: { values: [{ type: 'TypeError', stacktrace: { frames } }] } }
  // Of an event only its exception is read.
  return { environment: 'production', release: null, payload: payload as unknown as NormalizedEvent }
}

const FRAMES = [
  { function: 'run', filename: 'node_modules/x/index.js', lineno: 1, in_app: false },
  { function: 'loadCart', filename: 'src/cart.ts?user=7', lineno: 12, in_app: true },
]

const told = (changed: Partial<typeof issue> = {}, frames: object[] = FRAMES) =>
  describeIssue({
    issue: { ...issue, ...changed },
    event: anEvent(frames),
    url: 'https://desk.example/issues/7',
  })

const SETTINGS: Record<TrackerKind, Record<string, string>> = {
  github: { address: 'https://github.com/acme/shop/' },
  gitlab: { address: 'https://gitlab.com/acme/web/shop' },
  jira: { address: 'https://acme.atlassian.net', project: '10000', type: '10004' },
  linear: { address: 'https://linear.app/acme/team/SHOP/active' },
  azure: { address: 'https://dev.azure.com/acme/My%20Shop', type: 'Bug' },
}
const KINDS = Object.keys(SETTINGS) as TrackerKind[] // of the object above

const linkOf = (kind: TrackerKind, text = told()) => newIssueLink(TRACKERS[kind], SETTINGS[kind], text)
const paramsOf = (link: string) => Object.fromEntries(new URL(link).searchParams)

const BLOCK = `TypeError: x is not a function

Where: loadCart(src/cart.ts)
Release: shop@2.5.1
Environment: production
Events: 1,234, from 2026-11-01 00:00 UTC to 2026-11-25 09:30 UTC
Users: 56, from 2026-11-01 00:00 UTC to 2026-11-25 09:30 UTC

at loadCart (src/cart.ts:12)`

const MARKDOWN = `[SHOP-12 in Crumbtrail](https://desk.example/issues/7)\n\n\`\`\`text\n${BLOCK}\n\`\`\`\n`

describe('newIssueLink()', () => {
  it.each([
    [
      'github',
      'https://github.com/acme/shop/issues/new',
      { title: 'TypeError: x is not a function', body: MARKDOWN },
    ],
    [
      'gitlab',
      'https://gitlab.com/acme/web/shop/-/issues/new',
      { 'issue[title]': 'TypeError: x is not a function', 'issue[description]': MARKDOWN },
    ],
    [
      'jira',
      'https://acme.atlassian.net/secure/CreateIssueDetails!init.jspa',
      {
        ...{ pid: '10000', issuetype: '10004', summary: 'TypeError: x is not a function' },
        description: `SHOP-12 in Crumbtrail: https://desk.example/issues/7\n\n{noformat}\n${BLOCK}\n{noformat}\n`,
      },
    ],
    [
      'linear',
      'https://linear.app/team/SHOP/new',
      { title: 'TypeError: x is not a function', description: MARKDOWN },
    ],
    [
      'azure',
      'https://dev.azure.com/acme/My%20Shop/_workitems/create/Bug',
      {
        '[System.Title]': 'TypeError: x is not a function',
        '[Microsoft.VSTS.TCM.ReproSteps]':
          '<p>SHOP-12 in Crumbtrail: <a href="https://desk.example/issues/7">https://desk.example/issues/7</a></p>' +
          `<pre>${BLOCK}</pre>`,
      },
    ],
  ] as const)('fills in the form of %s', (kind, address, params) => {
    const link = linkOf(kind)
    expect(link.split('?')[0]).toBe(address)
    expect(paramsOf(link)).toEqual(params)
  })

  it.each(KINDS)('has at most 8,000 bytes for %s, whatever was reported', (kind) => {
    const long = '<&"`{noformat} 😀 é'.repeat(2_000)
    const frames = Array.from({ length: 50 }, () => ({ function: long, filename: long, in_app: true }))
    const text = told({ type: long, value: long, culprit: long, lastRelease: long }, frames)
    expect(Buffer.byteLength(linkOf(kind, text))).toBeLessThanOrEqual(8_000)
    expect(Buffer.byteLength(newIssueOf(TRACKERS[kind], text).body)).toBeLessThanOrEqual(30_000)
  })

  it('cannot be broken out of, and mentions nobody', () => {
    const value = 'oh\n```\n# Heading @acme/all #1 {noformat} </pre><script>'
    const { body = '', title } = paramsOf(linkOf('github', told({ value })))
    expect(title).toBe('TypeError: oh ``` # Heading @\u200bacme/all #1 {noformat} </pre><script>')
    expect(body.split('\n')[2]).toBe('````text')
    expect(body.endsWith('\n````\n')).toBe(true)
    expect(body.match(/^````/gm)).toHaveLength(2)
    expect(paramsOf(linkOf('jira', told({ value }))).description?.match(/\{noformat\}/g)).toHaveLength(2)
    expect(paramsOf(linkOf('azure', told({ value })))['[Microsoft.VSTS.TCM.ReproSteps]']).toContain(
      '&lt;/pre&gt;&lt;script&gt;',
    )
  })

  it('leaves out addresses of people and machines', () => {
    const text = told({ value: 'no mail to ada@example.com from 192.0.2.7 or 2001:db8::1' })
    expect(text.title).toBe('TypeError: no mail to [Filtered] from [Filtered] or [Filtered]')
    expect(JSON.stringify(text)).not.toContain('user=7')
  })
})

describe('addresses of trackers', () => {
  it.each([
    ['github', { address: 'https://github.com/acme' }, 'is not like'],
    ['github', { address: 'ftp://github.com/acme/shop' }, 'does not begin with https://'],
    ['github', { address: 'https://github.com/acme/shop', token: 'a b' }, 'is not a token'],
    ['gitlab', { address: 'https://gitlab.com/acme' }, 'is not like'],
    ['jira', { address: 'https://acme.atlassian.net', project: 'SHOP', type: '1' }, 'is not a number'],
    ['linear', { address: 'https://linear.app/acme' }, 'is not like'],
    ['azure', { address: 'https://dev.azure.com/acme', type: 'Bug/../..' }, 'is not a name'],
  ] as const)('of %s are checked: %o', (kind, settings, fault) => {
    expect(TRACKERS[kind].check(settings)?.refusal).toContain(fault)
  })

  it.each(KINDS)('of %s are taken as they are documented', (kind) => {
    expect(TRACKERS[kind].check(SETTINGS[kind])).toBeUndefined()
  })
})

describe('signatureOf()', () => {
  it('is what GitHub documents', () => {
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
    expect(signatureOf(Buffer.from('Hello, World!'), "It's a Secret to Everybody")).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    )
  })
})

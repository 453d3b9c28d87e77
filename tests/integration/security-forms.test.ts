import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#renderer/layout/permissions.ts'
import { auditFilePath } from '#renderer/paths.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { addVisitor, ownerOf, type Visitor, visitorWith } from '#tests/support/visitors/visitor.ts'

let desk: DeskProcess
let owner: Visitor
let member: Visitor

beforeAll(async () => {
  desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  owner = await ownerOf(desk)
  await sendEvent((await addProject(desk, 'Shop')).dsn)
  await addProject(desk, 'Billing')
  member = await addVisitor(desk, 'member@example.test', 'member')
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

/** An address of each page of a desk. */
const pages = Object.keys(permissions).map((route) => {
  const of: Record<string, string> = {
    '@slug': 'shop',
    '@issueId': '1',
    '@monitor': 'none',
    '@token': 'none',
  }
  const path = route === '/index' ? '/' : route.replace(/@\w+/g, (name) => of[name] ?? '0'.repeat(32))
  return { route, path }
})

/** What a foreign page could want to change: who is who, what there is, and what was done. */
async function readState() {
  const audit = await owner.read('/settings/audit')
  const read = [
    '/settings/members',
    '/settings/teams',
    '/settings/tokens',
    '/settings/invitations',
    '/projects',
  ]
  return JSON.stringify([audit, ...(await Promise.all(read.map((path) => owner.read(path))))]).replaceAll(
    /"(?:lastSeenAt|lastUsedAt|now)":\d+/g,
    '',
  )
}

describe('another site', () => {
  const foreign: [kind: string, headers: Record<string, string>][] = [
    [
      'a form',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ],
    ['a form in a sandbox', { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a form of a neighbour', { origin: 'https://other.desk.example', 'sec-fetch-site': 'same-site' }],
    ['fetch()', { origin: 'https://evil.example', accept: 'application/json', 'sec-fetch-mode': 'no-cors' }],
    ['an old browser', { referer: 'https://evil.example/' }],
  ]

  it.each(foreign)('changes nothing by %s, whichever page it is sent to', async (_kind, headers) => {
    const before = await readState()
    const forms = Object.values(permissions).flatMap(({ does = {} }, index) =>
      Object.keys(does).map((change) => ({ path: pages[index]?.path ?? '', change })),
    )
    for (const { path, change } of forms) {
      const fields = { change, outcome: change, name: 'Evil', email: 'evil@example.test', theme: 'dark' }
      const answer = await owner.post(path, fields, headers)
      expect([path, change, answer.status]).toEqual([path, change, 403])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await readState()).toBe(before)
  })

  it('changes nothing by leading a browser to an address, which has the session with it', async () => {
    const before = await readState()
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      referer: 'https://evil.example/',
    }
    for (const [index, { does = {} }] of Object.values(permissions).entries()) {
      for (const change of Object.keys(does)) {
        const query = new URLSearchParams({ change, outcome: change, name: 'Evil', theme: 'dark' })
        const answer = await owner.get(`${pages[index]?.path}?${query}`, headers)
        expect(answer.status).toBeLessThan(500)
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
    expect(await readState()).toBe(before)
    expect((await owner.get('/issues')).status).toBe(200) // also /sign-out signed nobody out
  })

  it('reaches no API with the session, and reads no answer by a script', async () => {
    for (const [method, path] of [
      ['GET', '/api/0/projects/'],
      ['PUT', '/api/0/organizations/desk/members/1/'],
      ['DELETE', '/api/0/organizations/desk/issues/'],
    ] as const) {
      const headers = { cookie: await sessionOf(desk), origin: 'https://evil.example' }
      const answer = await fetch(desk.url + path, { method, headers })
      expect([method, answer.status]).toEqual([method, 401])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    const preflight = await fetch(`${desk.url}/settings/members`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('frames', () => {
  const html = { accept: 'text/html' }

  function expectUnframed(answer: Response, what: string) {
    expect([what, answer.headers.get('x-frame-options')]).toEqual([what, 'DENY'])
    expect([what, answer.headers.get('x-content-type-options')]).toEqual([what, 'nosniff'])
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return
    expect(`${what} ${answer.headers.get('content-security-policy')}`).toContain("frame-ancestors 'none'")
  }

  it('have no page, whoever asks for it', async () => {
    for (const visitor of [owner, member, visitorWith(desk, '')]) {
      for (const { path } of pages) {
        if (path === '/sign-out') continue // It would end the session that the tests share.
        expectUnframed(await visitor.get(path, html), path)
      }
    }
  })

  it('have no error screen, refusal, data or file', async () => {
    const own = { ...html, origin: desk.url }
    const failed = await owner.post('/playground', { outcome: 'fail' }, own)
    expect(failed.status).toBe(500)
    expect(failed.headers.get('content-type')).toMatch(/^text\/html/)
    expectUnframed(failed, 'a failure')
    expectUnframed(await owner.post('/projects', { name: '' }, own), 'a refused form')
    expectUnframed(await owner.post('/projects', {}, html), 'a foreign form')
    expectUnframed(await owner.post('/issues', { change: 'x'.repeat(2_000_000) }, own), 'too long a form')
    for (const path of [
      '/nowhere',
      '/issues/999999',
      '/issues/%00',
      '/issues?query=a%3A%3A%28',
      '/assets/none.js',
    ])
      expectUnframed(await owner.get(path, html), path)
    expectUnframed(await member.get('/settings/members', html), 'what a role may not see')
    expectUnframed(await owner.get('/issues/index.pageContext.json'), 'data')
    expectUnframed(await owner.get(auditFilePath), 'the audit log')
  })
})

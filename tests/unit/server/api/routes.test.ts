import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import type { Store } from '#server/store/engine/store.ts'
import { checkAnswers } from '#tests/support/accounts/check-answers.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'
import { EVENT_ID, payload, RECEIVED_AT, storeIssue } from './a-stored-event.ts'

const PUBLIC_URL = 'https://example.com/crumbs'
const CREATED_AT = Date.UTC(2026, 0, 1)

let store: Store
let app: FastifyInstance
let token: string

beforeEach(async () => {
  store = await openTestStore('sqlite', { clock: () => CREATED_AT })
  app = Fastify()
  checkAnswers(app)
  await app.register((scope) =>
    registerApi(scope, { store, publicUrl: PUBLIC_URL, clock: () => RECEIVED_AT }),
  )
  const created = await store.write((trx) =>
    createToken(trx, { name: 'tests', scopes: READ_SCOPES, now: 0, random: randomBytes, by: COMMAND }),
  )
  token = created.token
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
})

async function get(path: string, authorization = `Bearer ${token}`) {
  const response = await app.inject({ url: `/api/0${path}`, headers: { authorization } })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

describe('without a valid token', () => {
  it.each(['', 'Bearer ct_wrong', 'Basic YTpi'])('%j reads nothing', async (authorization) => {
    for (const path of [
      '/projects/',
      '/issues/1/',
      '/digests/K7Q2MX-4T9ZPA/',
      '/projects/desk/crumbtrail/issues/',
    ]) {
      const { status, headers, body } = await get(path, authorization)
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe('Bearer realm="crumbtrail"')
      expect(body.detail).toMatch(/^Cannot answer: send a valid token/)
    }
  })
})

describe('GET /projects/', () => {
  it('answers below the path of our address, too, which proxies may take off', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const below = await app.inject({ url: '/crumbs/api/0/projects/', headers })
    expect([below.statusCode, below.json()]).toEqual([200, (await get('/projects/')).body])
  })

  it.each(['/projects/', '/projects', '/organizations/desk/projects/'])('lists by %s', async (path) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toMatch('application/json')
    expect(body).toEqual([
      {
        id: '1',
        slug: 'crumbtrail',
        name: 'Crumbtrail',
        dateCreated: '2026-01-01T00:00:00.000Z',
        status: 'active',
        environments: [],
        platform: null,
        organization: { id: '1', slug: 'desk', name: 'Crumbtrail' },
      },
    ])
  })
})

describe('GET /issues/<id>/', () => {
  it('answers with Sentry’s names', async () => {
    const id = await storeIssue(store, { number: 7, event: payload })
    for (const path of [`/issues/${id}/`, `/issues/${id}`, `/organizations/desk/issues/${id}/`]) {
      const { status, body } = await get(path)
      expect(status).toBe(200)
      expect(body.stats['24h']).toHaveLength(24)
      expect(body.stats['24h'].at(-1)).toEqual([Date.UTC(2026, 2, 4, 10) / 1000, 3])
      expect(body).toEqual({
        id: String(id),
        shortId: 'CRUMBTRAIL-7',
        substatus: 'ongoing',
        assignedTo: null,
        isBookmarked: false,
        isSubscribed: false,
        numComments: 0,
        hasSeen: false,
        isPublic: false,
        regression: null,
        activity: [expect.objectContaining({ type: 'first_seen' })],
        title: 'CartError: Cannot check out',
        culprit: 'checkOut in cart.ts',
        permalink: `${PUBLIC_URL}/issues/${id}`,
        level: 'error',
        platform: null,
        status: 'unresolved',
        statusDetails: {},
        type: 'error',
        metadata: { type: 'CartError', value: 'Cannot check out\nsecond line' },
        isUnhandled: true,
        count: '3',
        userCount: 0,
        firstRelease: null,
        lastRelease: null,
        firstSeen: '2026-03-04T10:30:00.000Z',
        lastSeen: '2026-03-04T10:37:00.000Z',
        project: { id: '1', slug: 'crumbtrail', name: 'Crumbtrail' },
        stats: body.stats,
      })
    }
  })

  it('titles a message by its text', async () => {
    const event = { ...payload, exception: { values: [] }, message: 'Low on stock\nA3' }
    const id = await storeIssue(store, { number: 1, event, type: 'Message', status: 'resolved' })
    const { body } = await get(`/issues/${id}/`)
    expect(body).toMatchObject({
      title: 'Low on stock',
      type: 'default',
      metadata: { title: 'Low on stock' },
      status: 'resolved',
    })
  })

  it('says that there is no such issue', async () => {
    expect(await get('/issues/99/')).toMatchObject({
      status: 404,
      body: { detail: 'Cannot show the issue: there is no such issue' },
    })
    await storeIssue(store, { number: 1, event: payload })
    expect((await get('/organizations/other/issues/1/')).status).toBe(404)
  })
})

describe('GET /projects/desk/<slug>/issues/', () => {
  it('pages by the Link header until there is no more', async () => {
    for (const number of [1, 2, 3]) {
      await storeIssue(store, { number, event: { ...payload, event_id: String(number).padStart(32, '0') } })
    }
    const pages: string[][] = []
    let next: string | undefined = '/projects/desk/crumbtrail/issues/?limit=2&statsPeriod=24h'
    while (next) {
      const { body, headers } = await get(next)
      pages.push(body.map((issue: { shortId: string }) => issue.shortId))
      next = nextOf(String(headers.link))
    }
    expect(pages).toEqual([['CRUMBTRAIL-3', 'CRUMBTRAIL-2'], ['CRUMBTRAIL-1']])
  })

  it('finds the project by its id too, and no other organization', async () => {
    expect(await get('/projects/desk/1/issues')).toMatchObject({ status: 200, body: [] })
    expect((await get('/projects/other/crumbtrail/issues/')).status).toBe(404)
    expect(await get('/projects/desk/shop/issues/')).toMatchObject({
      status: 404,
      body: { detail: 'Cannot list issues: there is no such project' },
    })
  })

  it.each([
    ['limit=0', 'limit is "0", which is not a number from 1 to 100'],
    ['limit=100000', 'limit is "100000", which is not a number from 1 to 100'],
    ['limit=1&limit=2', 'limit is ["1","2"], which is not a number from 1 to 100'],
    ['cursor=100-0', 'cursor is "100-0", which did not come from an earlier page'],
    ['query=a&query=b', 'query can be given only once'],
    ['environment=a&environment=b', 'environment can be given only once'],
    ['statsPeriod=14days', 'statsPeriod is "14days", which is not a period like 30m, 24h or 14d, up to 92d'],
    ['start=2026-03-02&end=2026-03-01', 'the period ends before it begins'],
  ])('refuses %s', async (query, matter) => {
    expect(await get(`/projects/desk/crumbtrail/issues/?${query}`)).toMatchObject({
      status: 400,
      body: { detail: `Cannot list issues: ${matter}` },
    })
  })
})

describe('GET /organizations/desk/issues/', () => {
  async function storeThree() {
    for (const number of [1, 2, 3]) {
      const event = { ...payload, event_id: String(number).padStart(32, '0') }
      await storeIssue(store, { number, event, status: number === 2 ? 'resolved' : 'open' })
    }
  }

  const shortIds = (body: { shortId: string }[]) => body.map(({ shortId }) => shortId)

  it('searches as the page does, in all projects or in one by its id or slug', async () => {
    await storeThree()
    for (const more of ['&project=-1', '&project=1', '&project=crumbtrail', '+project:crumbtrail']) {
      const { body } = await get(`/organizations/desk/issues/?query=is:resolved${more}`)
      expect(shortIds(body)).toEqual(['CRUMBTRAIL-2'])
      expect(body[0].project).toEqual({ id: '1', slug: 'crumbtrail', name: 'Crumbtrail' })
    }
    expect((await get('/organizations/desk/issues/?query=is:resolved')).body).toEqual([])
    const ofProject = await get('/projects/desk/crumbtrail/issues/?query=!is:resolved&sort=freq')
    expect(shortIds(ofProject.body)).toEqual(['CRUMBTRAIL-3', 'CRUMBTRAIL-1'])
    expect((await get('/organizations/desk/issues/?project=shop')).status).toBe(404)
    expect((await get('/organizations/other/issues/')).status).toBe(404)
  })

  it('pages back by the Link header', async () => {
    await storeThree()
    const first = await get('/organizations/desk/issues/?limit=2&project=-1')
    expect(String(first.headers.link)).toContain('rel="previous"; results="false"')
    const second = await get(nextOf(String(first.headers.link)) ?? '')
    expect(shortIds(second.body)).toEqual(['CRUMBTRAIL-1'])
    const back = /cursor="([^"]+)"/.exec(String(second.headers.link))?.[1]
    const again = await get(`/organizations/desk/issues/?limit=2&project=-1&cursor=${back}`)
    expect(shortIds(again.body)).toEqual(['CRUMBTRAIL-3', 'CRUMBTRAIL-2'])
  })

  it.each([
    ['query=a+timesSeen:%3Eabc', 'Cannot search: `timesSeen:>abc` (at character 3) needs a number'],
    ['sort=odd', 'Cannot search: the sort "odd" is not one of date, new, freq, user, trends'],
    ['query=assigned:me', 'Cannot search: `assigned:me` needs an account, and a token has none'],
  ])('refuses %s', async (query, detail) => {
    const { status, body } = await get(`/organizations/desk/issues/?${query}`)
    expect(status).toBe(400)
    expect(body.detail).toContain(detail)
  })
})

describe('GET /organizations/desk/tags/', () => {
  it('lists keys and values by Sentry’s names', async () => {
    const issueId = await storeIssue(store, { number: 1, event: payload })
    const of = { project_id: 1, issue_id: issueId, key: 'browser.name' }
    await store.write(async (trx) => {
      await trx
        .insertInto('issue_tag_key')
        .values({ ...of, value_count: 1, other_count: 0 })
        .execute()
      const row = { ...of, value: 'Firefox', event_count: 3, first_seen: 0, last_seen: 1000 }
      await trx.insertInto('issue_tag').values(row).execute()
    })
    expect((await get('/organizations/desk/tags/')).body).toEqual([
      { key: 'browser.name', name: 'browser.name', totalValues: 1 },
    ])
    expect((await get('/organizations/desk/tags/browser.name/values/')).body).toEqual([
      {
        key: 'browser.name',
        value: 'Firefox',
        name: 'Firefox',
        count: 3,
        firstSeen: '1970-01-01T00:00:00.000Z',
        lastSeen: '1970-01-01T00:00:01.000Z',
      },
    ])
    expect((await get('/organizations/other/tags/')).status).toBe(404)
    expect((await get('/organizations/other/tags/a/values/')).status).toBe(404)
  })
})

describe('GET /projects/desk/<slug>/events/<id>/', () => {
  it('answers with the whole event in Sentry’s names', async () => {
    const id = await storeIssue(store, { number: 1, event: payload })
    const { status, body } = await get(`/projects/desk/crumbtrail/events/${EVENT_ID}/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: EVENT_ID,
      eventID: EVENT_ID,
      groupID: String(id),
      projectID: '1',
      dateCreated: '2026-03-04T10:29:59.000Z',
      dateReceived: '2026-03-04T10:31:00.000Z',
      title: 'CartError: Cannot check out',
      platform: 'node',
      location: 'GET /cart',
      contexts: { runtime: { name: 'node' } },
      context: { cart: [1, 2] },
      user: { id: '7', email: 'visitor@example.com' },
      sdk: { name: 'sentry.javascript.node', version: '11.10.0' },
      release: { version: 'shop@1.4.2' },
      digests: ['K7Q2MX-4T9ZPA'],
      errors: [{ type: 'ingestion_warning', message: 'breadcrumbs: the oldest 3 were left out' }],
      previousEventID: null,
      nextEventID: null,
    })
    expect(body.tags).toEqual([
      { key: 'shelf', value: 'A3' },
      { key: 'level', value: 'the client said so' },
      { key: 'environment', value: 'production' },
      { key: 'release', value: 'shop@1.4.2' },
      { key: 'transaction', value: 'GET /cart' },
    ])
    expect(body.entries.map(({ type }: { type: string }) => type)).toEqual([
      'exception',
      'breadcrumbs',
      'request',
    ])
    const [exception, breadcrumbs, request] = body.entries
    expect(exception.data.values[1].stacktrace.frames[0]).toEqual({
      mapping: null,
      package: null,
      instructionAddr: null,
      rawFunction: null,
      filename: 'cart.ts',
      absPath: '/srv/cart.ts',
      module: null,
      function: 'checkOut',
      lineNo: 12,
      colNo: 3,
      inApp: true,
      context: [
        [10, 'ten'],
        [11, 'eleven'],
        [12, 'twelve'],
        [13, 'thirteen'],
      ],
      vars: { total: '12' },
    })
    expect(breadcrumbs.data.values.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([
      '2026-03-04T10:26:40.000Z',
      null,
    ])
    expect(request.data.query).toEqual([
      ['a', '1'],
      ['b', ' '],
    ])
  })

  it('takes the id as people write it', async () => {
    await storeIssue(store, { number: 1, event: payload })
    for (const id of [EVENT_ID.toUpperCase(), '4bf92f35-77b3-4da6-a3ce-929d0e0e4736']) {
      expect(await get(`/projects/desk/crumbtrail/events/${id}/`)).toMatchObject({ body: { id: EVENT_ID } })
    }
  })

  it('finds only what is in the project', async () => {
    await storeIssue(store, { number: 1, event: payload })
    await store.write((trx) =>
      trx.insertInto('project').values({ slug: 'b', name: 'B', created_at: 0 }).execute(),
    )
    expect((await get(`/projects/desk/b/events/${EVENT_ID}/`)).status).toBe(404)
    expect((await get(`/projects/desk/no/events/${EVENT_ID}/`)).status).toBe(404)
    expect((await get('/projects/desk/b/events/latest/')).status).toBe(400)
  })
})

describe('GET /digests/<digest>/', () => {
  it('finds the event by the whole code', async () => {
    const id = await storeIssue(store, { number: 1, event: payload, digest: 'K7Q2MX-4T9ZPA' })
    const { status, body } = await get('/digests/k7q2mx-4t9zpa/')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'event',
      digest: 'k7q2mx-4t9zpa',
      event: { id: EVENT_ID },
      issue: { id: String(id) },
      url: `${PUBLIC_URL}/issues/${id}/events/${EVENT_ID}`,
    })
  })

  it('finds the issue by the first half', async () => {
    const id = await storeIssue(store, { number: 1, event: payload, digest: 'K7Q2MX-4T9ZPA' })
    const { body } = await get('/digests/K7Q2MX')
    expect(body).toMatchObject({
      kind: 'issue',
      event: null,
      issue: { id: String(id) },
      url: `${PUBLIC_URL}/issues/${id}`,
    })
  })

  it('says so when nothing carries it', async () => {
    expect(await get('/digests/329735291/')).toMatchObject({
      status: 404,
      body: { detail: 'Cannot look up the digest: no stored event has it' },
    })
  })
})

it('answers unknown addresses in JSON', async () => {
  expect(await get('/teams/')).toMatchObject({
    status: 404,
    body: { detail: 'Cannot answer: the API has no such endpoint' },
  })
})

/** As a client of Sentry's reads it. */
function nextOf(header: string): string | undefined {
  const next = header.split(', ').find((link) => link.includes('rel="next"'))
  const [, url = '', cursor] = /^<(.+)>; rel="next"; results="true"; cursor="(.+)"$/.exec(next ?? '') ?? []
  if (url === '') return undefined
  expect(url.startsWith(`${PUBLIC_URL}/api/0/`)).toBe(true)
  expect(new URL(url).searchParams.get('cursor')).toBe(cursor)
  return url.slice(`${PUBLIC_URL}/api/0`.length)
}

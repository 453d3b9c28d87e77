import { redirect, render } from 'vike/abort'
import { describe, expect, it } from 'vitest'
import { openSite, siteOrigin } from '#tests/support/sites/page-site.ts'

const viewer = { id: 1, email: 'owner@example.test', role: 'owner' as const }
const open = { access: 'public' } as const
const frame = { reader: { zone: 'UTC' } }

function throwing(thrown: unknown) {
  return () => {
    throw thrown
  }
}

const pages = {
  '/': { ...open, loader: throwing(redirect('/items')) },
  '/items': { ...open, loader: () => ({ items: [1, 2] }) },
  '/items/@itemId': { ...open, loader: ({ routeParams }: { routeParams: object }) => routeParams },
  '/closed': { loader: () => 'secret' },
  '/missing': { ...open, loader: throwing(render(404)) },
  '/broken': { ...open, loader: throwing('broken') },
  '/odd': { ...open, loader: () => 1n },
  '/elsewhere': { ...open, loader: throwing(render('/items')) },
}

const payload = (path: string) => `${path === '/' ? '' : path}/index.pageContext.json`

describe('a payload', () => {
  it.each([
    ['/items', 200, { data: { page: { items: [1, 2] }, frame: { ...frame, path: '/items' } } }],
    ['/items/7', 200, { data: { page: { itemId: '7' }, frame: { ...frame, path: '/items/7' } } }],
    ['/', 200, { redirect: '/items' }],
    ['/closed', 401, { redirect: '/sign-in?next=%2Fclosed' }],
    ['/missing', 404, { error: {} }],
    ['/nowhere', 404, { error: {} }],
    ['/broken', 500, { error: { digest: 'DIGEST-1' } }],
    ['/odd', 500, { error: { digest: 'DIGEST-1' } }],
  ])('of %s is answered %d, without Vike', async (path, statusCode, body) => {
    const { app, renders } = await openSite({ pages })
    const answer = await app.inject(payload(path))
    expect(answer.statusCode).toBe(statusCode)
    expect(answer.json()).toEqual(body)
    expect(renders).toEqual([])
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie' })
    expect(answer.headers['content-type']).toMatch('application/json')
    expect(answer.headers.date).toBe('Fri, 20 Nov 2026 12:00:00 GMT')
  })

  it.each([
    ['/items/a%20b', 200],
    ['/nowhere%20', 404],
    ['/elsewhere', 200],
  ])('of %s, which only Vike can route, comes by Vike', async (path, statusCode) => {
    const { app, renders } = await openSite({ pages })
    expect((await app.inject(payload(path))).statusCode).toBe(statusCode)
    expect(renders).toHaveLength(1)
  })

  it('comes by Vike for all pages where one has a function for a route', async () => {
    const { app, renders } = await openSite({
      pages: { ...pages, '/function': { ...open, route: () => false } },
    })
    expect((await app.inject(payload('/items'))).json()).toMatchObject({ data: { page: { items: [1, 2] } } })
    expect((await app.inject(payload('/broken'))).json()).toEqual({ error: { digest: 'DIGEST-1' } })
    expect((await app.inject(payload('/closed'))).statusCode).toBe(401)
    expect(renders).toHaveLength(3)
  })

  it('shows who is signed in what is theirs', async () => {
    const { app } = await openSite({ pages, viewer })
    const answer = await app.inject({ url: payload('/closed'), headers: { cookie: 'session=s' } })
    expect(answer.json()).toEqual({
      data: { page: 'secret', frame: { ...frame, viewer, path: '/closed', html: expect.anything() } },
    })
  })

  it('has a tag by which the browser learns that it has it already', async () => {
    const site = await openSite({ pages })
    const first = await site.app.inject(payload('/items'))
    site.clock.now += 60_000
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await site.app.inject({ url: payload('/items'), headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers).toMatchObject({
      etag: first.headers.etag,
      date: 'Fri, 20 Nov 2026 12:01:00 GMT',
      vary: 'cookie',
      'cache-control': 'private, no-cache',
    })
    const other = await site.app.inject({ url: payload('/items/7'), headers })
    expect(other.statusCode).toBe(200)
    expect((await site.app.inject(payload('/broken'))).headers.etag).toBeUndefined()
  })

  it('is compressed where it is worth it, and says that it differs by that', async () => {
    const { app } = await openSite({ pages: { '/long': { ...open, loader: () => 'long'.repeat(1000) } } })
    const answer = await app.inject({ url: payload('/long'), headers: { 'accept-encoding': 'br' } })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'cookie, accept-encoding' })
  })

  it('is described to HEAD', async () => {
    const { app } = await openSite({ pages })
    const answer = await app.inject({ method: 'HEAD', url: payload('/items') })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers.etag).toBe((await app.inject(payload('/items'))).headers.etag)
  })

  it('takes no form, whatever the page takes', async () => {
    const { post } = await openSite({ pages: { '/items': { ...open, action: throwing('run') } } })
    const answer = await post(payload('/items'), {})
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  it('is 500 with a digest where the session cannot be looked up, and the page is not run', async () => {
    const { app, failures } = await openSite({
      pages,
      findViewer: () => Promise.reject(new Error('no store')),
    })
    expect((await app.inject(payload('/items'))).json()).toEqual({ error: { digest: 'DIGEST-1' } })
    expect(failures).toMatchObject([{ stage: 'request' }])
  })

  it('is traced under its page, loader and all', async () => {
    const { app, transactions } = await openSite({ pages })
    await app.inject(payload('/items/7'))
    const [transaction] = transactions()
    expect(transaction?.transaction).toBe('GET /items/@itemId (payload)')
    expect(transaction?.spans.map(({ op }) => op)).toEqual(['loader'])
  })
})

describe('a document', () => {
  it('is rendered from what was loaded, once', async () => {
    let loads = 0
    const { app, renders } = await openSite({ pages: { '/items': { ...open, loader: () => ++loads } } })
    const answer = await app.inject('/items')
    expect(answer.body).toContain('"page":1')
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie' })
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'nonce-")
    expect([loads, renders]).toEqual([1, ['/items']])
  })

  it.each([
    ['/', 302, '/items'],
    ['/closed?x=1', 302, '/sign-in?next=%2Fclosed%3Fx%3D1'],
  ])('%s leads on with %d', async (path, statusCode, location) => {
    const { app, renders } = await openSite({ pages })
    const answer = await app.inject(path)
    expect([answer.statusCode, answer.headers.location]).toEqual([statusCode, location])
    expect(renders).toEqual([])
  })

  it.each([
    ['/missing', 404],
    ['/nowhere', 404],
    ['/broken', 500],
  ])('%s is answered %d by the error page', async (path, statusCode) => {
    const { app, failures } = await openSite({ pages })
    expect((await app.inject(path)).statusCode).toBe(statusCode)
    expect(failures).toHaveLength(statusCode === 500 ? 1 : 0)
  })

  it('of a failure carries the digest that was minted where it failed', async () => {
    const { app, failures } = await openSite({ pages })
    expect((await app.inject('/broken')).body).toBe('failed DIGEST-1')
    expect(failures).toEqual([{ thrown: 'broken', stage: 'loader' }])
  })
})

describe('the endpoint', () => {
  it.each([
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: siteOrigin, 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: siteOrigin, 'content-type': 'application/json' }, 415],
    [{ origin: siteOrigin, 'content-type': 'text/plain' }, 415],
  ])('refuses %o with %d, before anything runs', async (headers, statusCode) => {
    const { post } = await openSite({ pages: { '/items': { ...open, action: throwing('run') } } })
    expect((await post('/items', {}, headers)).statusCode).toBe(statusCode)
  })
})

import { describe, expect, it } from 'vitest'
import { type Action, done, refused } from '#renderer/page/action.ts'
import { type Answered, openForm, openSite } from '#tests/support/sites/page-site.ts'

const json = { accept: 'application/json' }

const cookiesOf = (answer: Answered) => [answer.headers['set-cookie'] ?? []].flat().map(String)
const cookieOf = (answer: Answered) => cookiesOf(answer)[0]?.split(';')[0] ?? ''

describe('a form without JavaScript', () => {
  it('leads on with 303 where the action says so', async () => {
    const { post } = await openForm(async () => done({ redirectTo: '/next' }))
    const answer = await post('/items', {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/next'])
  })

  it('leads back to the page, which says once what was done', async () => {
    const { app, post } = await openForm(async () => done({ message: 'Saved' }))
    const answer = await post('/items?x=1', {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/items?x=1'])
    expect(cookiesOf(answer)).toEqual([expect.stringMatching(/^crumbtrail_flash=.*; Max-Age=60; .*HttpOnly/)])
    const headers = { cookie: cookieOf(answer) }
    // neither a payload nor another page takes it away
    await app.inject({ url: '/items/index.pageContext.json', headers })
    await app.inject({ url: '/nowhere', headers })
    const shown = await app.inject({ url: '/items?x=1', headers })
    expect(shown.body).toContain('"action":{"kind":"done","message":"Saved"}')
    expect(cookiesOf(shown)).toEqual([expect.stringMatching(/^crumbtrail_flash=; Max-Age=0/)])
    expect((await app.inject({ url: '/items?x=1', headers })).body).not.toContain('Saved')
  })

  it('is shown again with 422, its errors and what was typed, and no secrets', async () => {
    const { post, state } = await openForm(async ({ form }) => refused('Cannot save: no', form, 'name'))
    const answer = await post('/items', { name: 'té & <b>', password: 'hidden', 'idempotency-key': 'k' })
    expect(answer.statusCode).toBe(422)
    const action = {
      kind: 'refused',
      message: 'Cannot save: no',
      values: { name: 'té & <b>' },
      field: 'name',
    }
    expect(answer.body).toContain(JSON.stringify({ action }).slice(1, -1))
    expect(answer.body).not.toContain('hidden')
    expect(state.runs).toBe(1)
  })

  it('shows the error screen with its digest where the action fails', async () => {
    const { post, failures } = await openForm(() => Promise.reject(null))
    const answer = await post('/items', {})
    expect([answer.statusCode, answer.body]).toEqual([500, 'failed DIGEST-1'])
    expect(failures).toEqual([{ thrown: null, stage: 'action' }])
  })

  it('brings back what was typed, no secrets, once its page is asked for after a failure', async () => {
    const { app, post, failures } = await openForm(() => Promise.reject(new Error('broken')))
    const failed = await post('/items?x=1', { name: 'té & <b>', password: 'hidden', 'idempotency-key': 'k' })
    expect(failed.statusCode).toBe(500)
    expect(cookiesOf(failed)).toEqual([
      expect.stringMatching(/^crumbtrail_flash=.*; Max-Age=600; .*HttpOnly/),
    ])
    const headers = { cookie: cookieOf(failed) }
    const again = await app.inject({ url: '/items?x=1', headers })
    expect(again.statusCode).toBe(200) // it refuses nobody: nothing was sent
    expect(again.body).toContain('"values":{"name":"té & <b>"}')
    expect(again.body).toContain('Cannot tell whether this worked: the server failed')
    expect(again.body).not.toContain('hidden')
    expect((await app.inject({ url: '/items?x=1', headers })).body).not.toContain('té')
    expect(failures).toHaveLength(1)
  })

  it('keeps what was typed through one failure after another, and a refusal with it', async () => {
    const state = { isBroken: true }
    const site = await openSite({
      pages: {
        '/items': {
          access: 'public',
          action: async ({ form }) => refused('Cannot save: no', form, 'name'),
          loader() {
            if (state.isBroken) throw new Error('broken')
          },
        },
      },
    })
    const failed = await site.post('/items', { name: 'typed' })
    const failedAgain = await site.app.inject({ url: '/items', headers: { cookie: cookieOf(failed) } })
    expect([failed.statusCode, failedAgain.statusCode]).toEqual([500, 500])
    state.isBroken = false
    const again = await site.app.inject({ url: '/items', headers: { cookie: cookieOf(failedAgain) } })
    expect(again.body).toContain('"message":"Cannot save: no","values":{"name":"typed"},"field":"name"')
  })

  it('leaves nothing behind where a script posted it, which keeps the page itself', async () => {
    const { post } = await openForm(() => Promise.reject(new Error('broken')))
    expect(cookiesOf(await post('/items', { name: 'typed' }, json))).toEqual([])
  })

  it('is told by a page without an action that it takes none', async () => {
    const site = await openSite({ pages: { '/items': { access: 'public' } } })
    const answer = await site.post('/items', {}, { accept: 'text/html' })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(answer.body).toBe('Cannot accept the form: this page has no action')
    expect(answer.headers['content-type']).toMatch('text/plain')
    expect((await site.post('/nowhere', {})).statusCode).toBe(404)
  })

  it('works on a page that only Vike can route', async () => {
    const action: Action = async ({ routeParams, form }) =>
      form.has('refuse') ? refused('no', form) : done({ redirectTo: `/to-${routeParams.itemId}` })
    const site = await openSite({
      pages: { '/items/@itemId': { access: 'public', action }, '/closed/@id': { access: 'public' } },
    })
    const answer = await site.post('/items/a%20b', {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/to-a b'])
    expect((await site.post('/items/a%20b', { refuse: '' })).statusCode).toBe(422)
    expect((await site.post('/items/a%20b', {}, json)).json()).toEqual({ redirect: '/to-a b' })
    expect((await site.post('/closed/a%20b', {})).statusCode).toBe(405)
    expect((await site.post('/closed/a%20b', {}, json)).statusCode).toBe(405)
  })
})

describe('a form that a script posted', () => {
  it('is answered with the result and the data as they are after it', async () => {
    const { post } = await openForm(async () => done({ message: 'Saved', value: 7, changed: ['/items'] }))
    const answer = await post('/items', {}, json)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      action: { kind: 'done', message: 'Saved', value: 7, changed: ['/items'] },
      data: { page: { runs: 1 }, frame: { reader: { zone: 'UTC' }, path: '/items' } },
    })
    expect(cookiesOf(answer)).toEqual([])
    expect(answer.headers.etag).toBeUndefined()
  })

  it.each([
    [
      'refused',
      async () => refused('no', new URLSearchParams()),
      422,
      expect.objectContaining({ action: expect.anything() }),
    ],
    [
      'leading on',
      async () => done({ redirectTo: '/next', changed: ['/a'] }),
      200,
      { redirect: '/next', changed: ['/a'] },
    ],
    ['failing', () => Promise.reject(new Error('broken')), 500, { error: { digest: 'DIGEST-1' } }],
  ] satisfies [string, Action, number, unknown][])(
    'is answered %s',
    async (_name, action, statusCode, body) => {
      const { post } = await openForm(action)
      const answer = await post('/items', {}, json)
      expect([answer.statusCode, answer.json()]).toEqual([statusCode, body])
    },
  )

  it('leads to the sign-in where nobody is signed in, and runs nothing', async () => {
    const action: Action = () => Promise.reject(new Error('run'))
    const { post, failures } = await openSite({ pages: { '/items': { action } } })
    const answer = await post('/items', {}, json)
    expect([answer.statusCode, answer.json()]).toEqual([401, { redirect: '/sign-in?next=%2Fitems' }])
    const document = await post('/items', {})
    expect([document.statusCode, document.headers.location]).toEqual([303, '/sign-in?next=%2Fitems'])
    expect(failures).toEqual([])
  })

  it('is told in JSON what is the matter with it', async () => {
    const { post } = await openSite({ pages: { '/items': { access: 'public' } } })
    const answer = await post('/items', {}, json)
    expect([answer.statusCode, answer.json()]).toEqual([
      405,
      { detail: 'Cannot accept the form: this page has no action' },
    ])
  })
})

describe('a form that is sent twice', () => {
  const key = { 'idempotency-key': 'k1' }

  it('runs once, though both arrive at the same time', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { post, state } = await openForm(async () => {
      await gate
      return done({ redirectTo: `/items/${state.runs}` })
    })
    const both = Promise.all([post('/items', key), post('/items', key, json)])
    release()
    const [document, data] = await both
    expect(state.runs).toBe(1)
    expect([document.statusCode, document.headers.location]).toEqual([303, '/items/1'])
    expect(data.json()).toEqual({ redirect: '/items/1' })
  })

  it('gets the first answer for ten minutes, and then is another', async () => {
    const site = await openForm(async () => done({ redirectTo: `/items/${site.state.runs}` }))
    const { post, clock, state } = site
    await post('/items', key)
    clock.now += 10 * 60_000 - 1
    expect((await post('/items', key)).headers.location).toBe('/items/1')
    clock.now += 1
    expect((await post('/items', key)).headers.location).toBe('/items/2')
    expect(state.runs).toBe(2)
  })

  it('gets the cookies of the first answer as well', async () => {
    const { post, state } = await openForm(async ({ accounts }) => {
      await accounts.signIn('a@b.test', 'password')
      return done({ redirectTo: '/next' })
    })
    const [first, second] = [await post('/items', key), await post('/items', key)]
    expect(cookiesOf(first)).toEqual([expect.stringMatching(/^session=s1;/)])
    expect(cookiesOf(second)).toEqual(cookiesOf(first))
    expect(state.runs).toBe(1)
  })

  it('gets no cookie of a session that has ended since: it signs in anew', async () => {
    const ended = new Set<string>()
    const { post, state } = await openForm(
      async ({ accounts }) => {
        await accounts.signIn('a@b.test', 'password')
        return done({ redirectTo: '/next' })
      },
      { isSession: (value) => !ended.has(value) },
    )
    expect(cookieOf(await post('/items', key))).toBe('session=s1')
    ended.add('s1')
    const both = await Promise.all([post('/items', key), post('/items', key)])
    expect(both.map(cookieOf)).toEqual(['session=s2', 'session=s2'])
    expect(cookieOf(await post('/items', key))).toBe('session=s2')
    expect(state.runs).toBe(2)
  })

  it('gets a message of its own to show', async () => {
    const { app, post } = await openForm(async () => done({ message: 'Saved' }))
    for (const answer of [await post('/items', key), await post('/items', key)]) {
      const shown = await app.inject({ url: '/items', headers: { cookie: cookieOf(answer) } })
      expect(shown.body).toContain('Saved')
    }
  })

  it('runs again after it failed', async () => {
    const { post, state } = await openForm(async () => {
      if (state.runs === 1) throw new Error('broken')
      return done({ redirectTo: '/next' })
    })
    expect((await post('/items', key)).statusCode).toBe(500)
    expect((await post('/items', key)).statusCode).toBe(303)
  })

  it.each([
    ['session', {}, { cookie: 'session=other' }, '/items'],
    ['address', {}, {}, '/items?x=1'],
    ['text', { name: 'other' }, {}, '/items'],
    ['key', { 'idempotency-key': 'k2' }, {}, '/items'],
  ])('is another form with another %s', async (_name, fields, headers, path) => {
    const { post, state } = await openForm(async () => done())
    await post('/items', key)
    await post(path, { ...key, ...fields }, headers)
    expect(state.runs).toBe(2)
  })

  it('without a key runs as often as it is sent', async () => {
    const { post, state } = await openForm(async () => done())
    await post('/items', {})
    await post('/items', {})
    expect(state.runs).toBe(2)
  })
})

describe('a form without Sec-Fetch-Site, behind a trusted proxy', () => {
  const post = async (headers: Record<string, string>) => {
    const site = await openForm(async () => done({ redirectTo: '/next' }), { trustProxy: true })
    return (await site.post('/items', {}, { host: 'desk.internal', ...headers })).statusCode
  }

  it('is refused where only X-Forwarded-Host says that its origin is ours', async () => {
    expect(
      await post({ origin: 'https://evil', 'x-forwarded-host': 'evil', 'x-forwarded-proto': 'https' }),
    ).toBe(403)
    expect(await post({ origin: 'http://evil', 'x-forwarded-host': 'evil' })).toBe(403)
  })

  it('is taken from the public address, and from the name that was asked for', async () => {
    expect(await post({})).toBe(303)
    expect(await post({ origin: 'http://desk.internal', 'x-forwarded-host': 'evil' })).toBe(303)
    expect(await post({ origin: 'https://desk.internal', 'x-forwarded-proto': 'https' })).toBe(303)
  })
})

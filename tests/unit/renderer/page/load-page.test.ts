import { redirect, render } from 'vike/abort'
import { describe, expect, it } from 'vitest'
import { type Action, done, refused } from '#renderer/page/action.ts'
import { loadPage, type Pages } from '#renderer/page/load-page.ts'
import type { Loader } from '#renderer/page/loader.ts'
import { createFailureRecorder } from '#server/hosting/failure.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

type VisitParts = Parameters<typeof aVisit>[0]

interface Parts {
  loader?: Loader
  action?: Action
  access?: 'public'
  visit?: VisitParts
  otherPages?: Pages
}

function load({ visit: parts, otherPages, ...settings }: Parts) {
  const { visit, failures } = aVisit(parts)
  const pages: Pages = { ...otherPages, '/pages/some/page': { config: { access: 'public', ...settings } } }
  const request = { pageId: '/pages/some/page', routeParams: { id: '7' }, pages, visit }
  return { failures, visit, loading: loadPage(request) }
}

const posted = (fields: Record<string, string> = {}, parts: VisitParts = {}): VisitParts => ({
  form: new URLSearchParams(fields),
  ...parts,
})
const failing = () => {
  throw null
}
const neverLoaded = () => {
  throw new Error('loaded')
}
const frame = { viewer: undefined, reader: { zone: 'UTC' }, path: '/some/page' }

describe('loadPage', () => {
  it('hands the loader its context, and its answer to page and payload', async () => {
    const { loading } = load({
      loader: ({ routeParams, url }) => ({ id: routeParams.id, path: url.pathname }),
    })
    const loaded = await loading
    const page = { id: '7', path: '/some/page' }
    expect(loaded).toMatchObject({ kind: 'loaded', isRefused: false })
    expect(loaded).toHaveProperty('data', { page, frame: { ...frame, now: Date.UTC(2026, 10, 20) } })
    // the time of the answer stands in its `Date`: the same data is the same payload
    expect(loaded.kind === 'loaded' && loaded.payload()).toEqual({ data: { page, frame } })
  })

  it('lets nobody in who is not signed in, and knows the way back', async () => {
    const { visit } = aVisit()
    const pages: Pages = { '/pages/closed': { config: { loader: neverLoaded, action: neverLoaded } } }
    const signedOut = { kind: 'signed-out', signIn: `/sign-in?next=${encodeURIComponent('/some/page?x=1')}` }
    expect(await loadPage({ pageId: '/pages/closed', routeParams: {}, pages, visit })).toEqual(signedOut)
    const poster = aVisit(posted()).visit
    expect(await loadPage({ pageId: '/pages/closed', routeParams: {}, pages, visit: poster })).toEqual(
      signedOut,
    )
  })

  it.each(['loader', 'action'] as const)('makes a failure of what a %s throws', async (stage) => {
    const { loading, failures } = load({
      action: async () => done(),
      [stage]: failing,
      visit: posted({}, { wants: 'data' }),
    })
    expect(await loading).toMatchObject({ kind: 'failed', failure: { digest: 'DIGEST-1', cause: null } })
    expect(failures).toEqual([{ thrown: null, stage }])
  })

  it('runs nothing where something broke before', async () => {
    const recorder = createFailureRecorder(() => 'DIGEST-0')
    const earlyFailure = recorder.record(new Error('no store'), 'request')
    const { loading } = load({ loader: neverLoaded, visit: { earlyFailure } })
    expect(await loading).toEqual({ kind: 'failed', failure: earlyFailure })
  })

  it.each([
    ['redirect()', redirect('/elsewhere', 301), { kind: 'redirect', to: '/elsewhere', statusCode: 301 }],
    ['render(404)', render(404), { kind: 'aborted', statusCode: 404 }],
    ['render(path)', render('/elsewhere'), { kind: 'aborted', statusCode: undefined }],
  ])('takes %s for an intention: no failure, no digest', async (_name, abort, expected) => {
    const throwing = () => {
      throw abort
    }
    for (const parts of [{ loader: throwing }, { action: throwing, visit: posted() }]) {
      const { loading, failures } = load(parts)
      expect(await loading).toMatchObject(expected)
      expect(failures).toEqual([])
    }
  })

  it('names the request after the page', async () => {
    const routes: string[] = []
    const { visit } = aVisit()
    visit.setRoute = (route) => routes.push(route)
    const pages: Pages = { '/pages/issues/@issueId': { config: {} } }
    await loadPage({ pageId: '/pages/issues/@issueId', routeParams: {}, pages, visit })
    expect(routes).toEqual(['/issues/@issueId'])
  })
})

describe('a form', () => {
  it('is refused: the loader runs after it, and secrets are not sent back', async () => {
    const order: string[] = []
    const { loading } = load({
      visit: posted({ email: 'a@b.test', password: 'hidden', apiToken: 'hidden' }),
      action: async ({ form }) => {
        order.push('action')
        return refused('Cannot do it: no', form, 'email')
      },
      loader: () => order.push('loader'),
    })
    const loaded = await loading
    const action = {
      kind: 'refused',
      message: 'Cannot do it: no',
      field: 'email',
      values: { email: 'a@b.test' },
    }
    expect(order).toEqual(['action', 'loader'])
    expect(loaded).toMatchObject({ kind: 'loaded', isRefused: true, data: { action } })
    expect(loaded.kind === 'loaded' && loaded.payload()).toEqual({ action, data: { page: 2, frame } })
  })

  it.each(['document', 'data'] as const)(
    'leads on where its action says so (%s), without loading',
    async (wants) => {
      const { loading } = load({
        visit: posted({}, { wants }),
        action: async () => done({ redirectTo: '/next', changed: ['/projects'] }),
        loader: neverLoaded,
      })
      expect(await loading).toEqual({
        kind: 'redirect',
        to: '/next',
        statusCode: 303,
        changed: ['/projects'],
      })
    },
  )

  it('is done: a document is got anew, by a redirect to the page with what is to be said', async () => {
    const { loading } = load({
      visit: posted(),
      action: async () => done({ message: 'Saved' }),
      loader: neverLoaded,
    })
    expect(await loading).toEqual({
      kind: 'redirect',
      to: '/some/page?x=1',
      statusCode: 303,
      flash: { kind: 'done', message: 'Saved' },
    })
  })

  it('is done: a script gets the result and the data as they are now', async () => {
    let count = 0
    const { loading } = load({
      visit: posted({}, { wants: 'data' }),
      action: async () => done({ value: ++count }),
      loader: () => ({ count }),
    })
    const loaded = await loading
    expect(loaded).toMatchObject({ kind: 'loaded', isRefused: false })
    expect(loaded.kind === 'loaded' && loaded.payload()).toEqual({
      action: { kind: 'done', value: 1 },
      data: { page: { count: 1 }, frame },
    })
  })

  it('shows what it came to on the page that the redirect leads to', async () => {
    const flash = { kind: 'done', message: 'Saved' }
    expect(await load({ visit: { flash } }).loading).toMatchObject({
      kind: 'loaded',
      data: { action: flash },
    })
  })

  it('goes to no page that has no action, and to none that merely inherits one', async () => {
    const action: Action = async () => done()
    expect(await load({ visit: posted() }).loading).toEqual({ kind: 'no-action' })
    const inherited = load({ visit: posted(), action, otherPages: { '/pages/some': { config: { action } } } })
    expect(await inherited.loading).toEqual({ kind: 'no-action' })
    const own = load({ visit: posted(), action, otherPages: { '/pages/som': { config: { action } } } })
    expect(await own.loading).toMatchObject({ kind: 'redirect' })
  })

  it('does not run its action where a page is merely asked for', async () => {
    expect(await load({ action: neverLoaded }).loading).toMatchObject({ kind: 'loaded' })
  })

  it.each([
    ['result', async () => done({ redirectTo: '/first' })],
    [
      'redirect()',
      () => {
        throw redirect('/first')
      },
    ],
  ])('that was sent twice gets the first %s', async (_name, action: Action) => {
    let first: unknown
    const runOnce = async <Result>(run: () => Promise<Result>): Promise<Result> => {
      first ??= await run()
      return first as Result // one form's
    }
    expect(await load({ visit: posted({}, { runIdempotent: runOnce }), action }).loading).toMatchObject({
      to: '/first',
    })
    expect(
      await load({ visit: posted({}, { runIdempotent: runOnce }), action: neverLoaded }).loading,
    ).toMatchObject({
      to: '/first',
    })
  })
})

import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { describe, expect, it } from 'vitest'
import { data } from '#renderer/+data.ts'
import { onError } from '#renderer/+onError.ts'
import { loadPageData } from '#renderer/page/load-page-data.ts'
import type { Loader } from '#renderer/page/loader.ts'
import type { HostedPage } from '#server/hosting/loaded-page.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

interface Parts {
  loader?: Loader
  loaded?: HostedPage
  context?: Record<string, unknown>
}

function contextOf({ loader, loaded, context }: Parts) {
  const { visit, failures } = aVisit()
  if (loaded !== undefined) visit.loaded = loaded
  const config = { access: 'public', ...(loader && { loader }) }
  const pageContext = {
    pageId: '/pages/page',
    routeParams: {},
    globalContext: { pages: { '/pages/page': { config } } },
    isClientSide: false,
    visit,
    ...context,
  } as unknown as PageContextServer // what is read of it
  return { visit, failures, pageContext }
}

const neverLoaded = () => {
  throw new Error('loaded twice')
}
const frame = {
  viewer: undefined,
  reader: { zone: 'UTC' },
  path: '/some/page',
  now: Date.UTC(2026, 10, 20),
}

describe('+data on the server', () => {
  it('loads the page where Vike comes first, and leaves word of it', async () => {
    const { visit, pageContext } = contextOf({ loader: () => 1 })
    expect(await data(pageContext)).toEqual({ page: 1, frame })
    expect(visit.loaded).toMatchObject({ kind: 'loaded', data: { page: 1 } })
  })

  it('refuses to load what a browser has to fetch', () => {
    const { pageContext } = contextOf({ loader: neverLoaded, context: { isClientSide: true } })
    expect(() => data(pageContext)).toThrow('Cannot load page: the server has a browser’s page context')
  })

  it('takes what Fastify has loaded already', async () => {
    const known = { page: 'known', frame }
    const loaded: HostedPage = { kind: 'loaded', data: known, payload: () => ({}), isRefused: false }
    expect(await data(contextOf({ loaded, loader: neverLoaded }).pageContext)).toBe(known)
  })

  it.each([
    [{ kind: 'redirect', to: '/next', statusCode: 303 }, { _urlRedirect: { url: '/next' } }],
    [{ kind: 'signed-out', signIn: '/sign-in' }, { _urlRedirect: { url: '/sign-in' } }],
    [{ kind: 'no-action' }, { abortStatusCode: 404 }],
    [{ kind: 'aborted', statusCode: 403, thrown: render(403) }, { abortStatusCode: 403 }],
  ] satisfies [HostedPage, object][])('tells Vike of %o by what it throws', async (loaded, abort) => {
    const { visit, pageContext } = contextOf({ loaded })
    await expect(loadPageData(pageContext)).rejects.toMatchObject({ _pageContextAbort: abort })
    expect(visit.loaded).toBe(loaded)
  })

  it('throws a failure as it is, with its digest', async () => {
    const { pageContext, failures } = contextOf({ loader: () => Promise.reject('broken') })
    await expect(data(pageContext)).rejects.toMatchObject({ name: 'Failure', digest: 'DIGEST-1' })
    expect(failures).toEqual([{ thrown: 'broken', stage: 'loader' }])
  })

  it('lets Vike go on where a loader shows another page', async () => {
    const rewrite = render('/another')
    const { visit, pageContext } = contextOf({ loader: () => Promise.reject(rewrite) })
    await expect(data(pageContext)).rejects.toBe(rewrite)
    expect(visit.loaded).toBeUndefined()
  })

  it('gives the error page the digest of what broke, and none to a page that is not found', async () => {
    const broken = contextOf({ context: { errorWhileRendering: new Error('route'), is404: false } })
    expect((await loadPageData(broken.pageContext)).failure).toEqual({ digest: 'DIGEST-1' })
    const missing = contextOf({ context: { is404: true } })
    expect((await loadPageData(missing.pageContext)).failure).toBeUndefined()
    const refused = contextOf({ context: { errorWhileRendering: render(403), abortStatusCode: 403 } })
    expect((await loadPageData(refused.pageContext)).failure).toBeUndefined()
    expect([...missing.failures, ...refused.failures]).toEqual([])
  })

  it('names a failed request after its page, and one for nothing after the error page', async () => {
    const routes: string[] = []
    for (const loaded of [undefined, { kind: 'no-action' } as const]) {
      const { visit, pageContext } = contextOf({ context: { is404: true }, ...(loaded && { loaded }) })
      visit.setRoute = (route) => routes.push(route)
      await loadPageData(pageContext)
    }
    expect(routes).toEqual(['/_error'])
  })

  it('says what is the matter where nobody visits, or where Vike names no page', async () => {
    const nobody = contextOf({ context: { visit: undefined } }).pageContext
    await expect(loadPageData(nobody)).rejects.toThrow(
      'Cannot load page: renderPage() was called without a visit',
    )
    const nowhere = contextOf({ context: { pageId: null } }).pageContext
    await expect(loadPageData(nowhere)).rejects.toThrow('Cannot load page: Vike gave no page id')
  })
})

describe('onError', () => {
  it('gives what Vike catches outside of our hooks a digest, once', () => {
    const { failures, pageContext, visit } = contextOf({})
    const thrown = new TypeError('no title')
    onError(thrown, pageContext)
    onError(thrown, pageContext)
    expect(failures).toEqual([{ thrown, stage: 'request' }])
    expect(visit.lastFailure()?.digest).toBe('DIGEST-1')
  })

  it('leaves alone what has a digest, and what happens outside of a visit', () => {
    const { failures, pageContext, visit } = contextOf({})
    onError(visit.recordFailure('broken', 'loader'), pageContext)
    onError(new Error('at start'), null)
    expect(failures).toEqual([{ thrown: 'broken', stage: 'loader' }])
  })

  it('takes a redirect for what it is, and a page that is not there', () => {
    const { failures, pageContext } = contextOf({})
    for (const intention of [redirect('/elsewhere'), render(404), render('/another')]) {
      onError(intention, pageContext)
    }
    expect(failures).toEqual([])
  })

  it.each([['a string'], [null], [undefined], [Object.freeze(new Error('frozen'))]])(
    'takes %o for a failure like any other',
    (thrown) => {
      const { failures, pageContext } = contextOf({})
      onError(thrown, pageContext)
      expect(failures).toEqual([{ thrown, stage: 'request' }])
    },
  )

  it('says nothing of what breaks outside of any visit', () => {
    const { failures, pageContext } = contextOf({ context: { visit: undefined } })
    onError(new Error('while building'), pageContext)
    expect(failures).toEqual([])
  })
})

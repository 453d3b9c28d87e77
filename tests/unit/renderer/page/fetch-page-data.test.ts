// @vitest-environment happy-dom
import type { PageContext } from 'vike/types'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LoadedPage } from '#renderer/navigation/load-payload.ts'
import type { RouteState } from '#renderer/navigation/route-cache.ts'
import { fetchPageData } from '#renderer/page/fetch-page-data.ts'

const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
const found = (body: object): LoadedPage => ({
  kind: 'found',
  payload: { body: JSON.stringify(body), answeredAt: date },
})
const aPage = found({ data: { page: 1, frame: { path: '/issues' } } })
const itsData = { page: 1, frame: { path: '/issues', now: Date.parse(date) } }

beforeEach(() => history.replaceState(null, '', '/digests'))

function fetchData(
  loaded: LoadedPage,
  { state = 'missed' as RouteState, isLeaving = false, context = {} as Partial<PageContext> } = {},
) {
  const calls: unknown[][] = []
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args])
  const pageContext = { urlOriginal: '/issues?a=1', ...context } as PageContext // what is read of it
  const fetching = fetchPageData(pageContext, {
    begin(url) {
      calls.push(['begin', url])
      return { state, loaded }
    },
    redirect: note('redirect'),
    isLeaving: () => isLeaving,
    loadDocument: note('loadDocument'),
    markMissing: note('markMissing'),
    revalidate: async (...args) => note('revalidate')(...args),
  })
  return { calls, fetching }
}

/** Whether it has settled once everything that could settle it has. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await new Promise((resolve) => setImmediate(resolve))
  return settled
}

describe('+data in the browser', () => {
  it.each<[RouteState, boolean]>([
    ['fresh', false],
    ['missed', false],
    ['stale', true],
  ])('gives the page its data; what is %s is asked for again: %s', async (state, isRevalidated) => {
    const { calls, fetching } = fetchData(aPage, { state })
    expect(await fetching).toEqual(itsData)
    expect(calls.map(([name]) => name)).toEqual(isRevalidated ? ['begin', 'revalidate'] : ['begin'])
  })

  it('leads on, and tells the navigation, whose clock goes on', async () => {
    const { calls, fetching } = fetchData(found({ redirect: '/issues' }))
    const abort = (await fetching.catch((thrown) => thrown)) as { _pageContextAbort: object }
    expect(abort._pageContextAbort).toMatchObject({ _urlRedirect: { url: '/issues' } })
    expect(calls).toContainEqual(['redirect', '/issues'])
  })

  it('throws the failure, and the error page shows its digest', async () => {
    const thrown = await fetchData({ kind: 'failed', digest: 'D-1' }).fetching.catch((error) => error)
    expect(thrown).toMatchObject({ name: 'ServerFailure', digest: 'D-1' })
    const errorPage = { is404: false, errorWhileRendering: thrown } as Partial<PageContext>
    const { calls, fetching } = fetchData(aPage, { context: errorPage })
    expect(await fetching).toMatchObject({ page: undefined, failure: { digest: 'D-1' } })
    expect(calls).toEqual([]) // the error page asks nobody
  })

  it('gives the error page the digest that an error carries, none for what broke here, and no failure where nothing did', async () => {
    const handedOn = Object.assign(new Error('rendered on the server'), { digest: '2635904638' })
    const foreign = { errorWhileRendering: handedOn } as Partial<PageContext>
    expect((await fetchData(aPage, { context: foreign }).fetching).failure).toEqual({ digest: '2635904638' })
    const broken = { errorWhileRendering: new Error('a chunk') } as Partial<PageContext>
    expect((await fetchData(aPage, { context: broken }).fetching).failure).toEqual({})
    for (const context of [{ is404: true }, { errorWhileRendering: {}, abortStatusCode: 403 }]) {
      const data = await fetchData(aPage, { context: context as Partial<PageContext> }).fetching
      expect(data).toMatchObject({ page: undefined, frame: { path: '/digests', viewer: undefined } })
      expect(data.failure).toBeUndefined()
    }
  })

  it.each(['unreadable', 'missing'] as const)('leaves to the browser what is %s', async (kind) => {
    const { calls, fetching } = fetchData({ kind })
    expect(await isSettled(fetching)).toBe(false)
    expect(calls.slice(1)).toEqual([
      ...(kind === 'missing' ? [['markMissing']] : []),
      ['loadDocument', '/issues?a=1'],
    ])
  })

  it('renders nothing any more while the document is being left', async () => {
    const { calls, fetching } = fetchData(aPage, { isLeaving: true })
    expect(await isSettled(fetching)).toBe(false)
    expect(calls).toEqual([['begin', '/issues?a=1']])
  })

  it('ends quietly where a newer navigation took its place', async () => {
    expect(await fetchData({ kind: 'aborted' }).fetching).toMatchObject({ page: undefined })
  })
})

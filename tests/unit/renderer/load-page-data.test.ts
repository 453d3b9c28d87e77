import { redirect, render } from 'vike/abort'
import type { PageContext } from 'vike/types'
import { describe, expect, it } from 'vitest'
import { type Action, done, refused } from '../../../renderer/action.ts'
import { loadPageData } from '../../../renderer/load-page-data.ts'
import type { Loader } from '../../../renderer/loader.ts'
import { aVisit } from '../../support/a-visit.ts'

interface Parts {
  loader?: Loader
  action?: Action
  access?: 'public'
  form?: URLSearchParams
  context?: Partial<PageContext>
}

function load({ form, context, ...config }: Parts) {
  const { visit, failures } = aVisit(form ? { form } : {})
  const pageContext = { visit, config: { access: 'public', ...config }, routeParams: { id: '7' }, ...context }
  return { failures, loading: loadPageData(pageContext as unknown as PageContext) } // what is read of it
}

const failing = () => {
  throw null
}

describe('loadPageData', () => {
  it('hands the loader its context, and its answer to the page', async () => {
    const { loading } = load({
      loader: ({ routeParams, url }) => ({ id: routeParams.id, path: url.pathname }),
    })
    expect(await loading).toEqual({
      page: { id: '7', path: '/some/page' },
      frame: { viewer: undefined, projects: [], path: '/some/page', now: Date.UTC(2026, 10, 20) },
    })
  })

  it('sends nobody past the sign-in, and comes back afterwards', async () => {
    const { visit } = aVisit()
    const loading = loadPageData({ visit, config: {}, routeParams: {} } as unknown as PageContext)
    const aborted = (await loading.catch((abort) => abort)) as { _pageContextAbort: object }
    expect(aborted._pageContextAbort).toMatchObject({
      _urlRedirect: { url: `/sign-in?next=${encodeURIComponent('/some/page?x=1')}` },
    })
  })

  it.each(['loader', 'action'] as const)('makes a failure of what a %s throws', async (stage) => {
    const { loading, failures } = load({ [stage]: failing, form: new URLSearchParams() })
    await expect(loading).rejects.toMatchObject({ name: 'Failure', digest: 'DIGEST-1', cause: null })
    expect(failures).toEqual([{ thrown: null, stage }])
  })

  it.each([
    ['redirect()', redirect('/elsewhere')],
    ['render(404)', render(404)],
  ])('lets %s pass: no failure, no digest', async (_name, abort) => {
    const loader = () => {
      throw abort
    }
    const { loading, failures } = load({ loader })
    await expect(loading).rejects.toBe(abort)
    expect(failures).toEqual([])
  })

  it('runs the action before the loader, and hands its refusal to the page, secrets left out', async () => {
    const order: string[] = []
    const form = new URLSearchParams({ email: 'a@b.test', password: 'hidden' })
    const { loading } = load({
      form,
      action: async (context) => {
        order.push('action')
        return refused('Cannot do it: no', context.form, 'email')
      },
      loader: () => order.push('loader'),
    })
    const { action } = await loading
    expect(order).toEqual(['action', 'loader'])
    expect(action).toEqual({
      kind: 'refused',
      message: 'Cannot do it: no',
      field: 'email',
      values: { email: 'a@b.test' },
    })
  })

  it('leads on where an action says so, without loading', async () => {
    const loader = () => {
      throw new Error('loaded')
    }
    const { loading } = load({
      form: new URLSearchParams(),
      action: async () => done({ redirectTo: '/next' }),
      loader,
    })
    const aborted = (await loading.catch((abort) => abort)) as { _pageContextAbort: object }
    expect(aborted._pageContextAbort).toMatchObject({ _urlRedirect: { url: '/next' } })
  })

  it('gives the error page the digest of what broke, and none to a page that is not found', async () => {
    const broken = load({ context: { errorWhileRendering: new Error('route'), is404: false } })
    expect((await broken.loading).failure).toEqual({ digest: 'DIGEST-1' })
    const missing = load({ context: { is404: true } })
    expect((await missing.loading).failure).toBeUndefined()
    expect(missing.failures).toEqual([])
  })
})

import type { ReactNode } from 'react'
import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { onRenderHtml as renderDocument } from 'vike-react/__internal/integration/onRenderHtml'
import { useConfig } from 'vike-react/useConfig'
import { useData } from 'vike-react/useData'
import { usePageContext } from 'vike-react/usePageContext'
import { describe, expect, it } from 'vitest'
import { onBeforeRenderHtml } from '#renderer/+onBeforeRenderHtml.ts'
import { onRenderHtml } from '#renderer/+onRenderHtml.tsx'
import { FramePart } from '#renderer/layout/bars/FramePart.tsx'
import type { PageData } from '#renderer/page/page-data.ts'
import { offerShell } from '#renderer/shell/page-shell.tsx'
import type { Markup } from '#server/hosting/shells/page-slots.ts'
import type { RenderSlots, ShellOffer } from '#server/hosting/visit.ts'
import { textOf } from '#tests/support/browser/document-text.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

const tokens = { title: 'TITLE', headEnd: 'HEAD-END', body: 'BODY' }

describe('a document made for nobody', () => {
  it('holds the tokens where a request’s own stand', async () => {
    const { html, refusals } = await offer(() => <p>mine</p>, {
      title: () => 'mine',
      Head: [() => <meta name="robots" content="noindex" />],
      Layout: [({ children }: { children: ReactNode }) => <main>{children}</main>],
    })
    expect(refusals).toEqual([])
    expect(html).toContain('<title>TITLE</title><meta property="og:title" content="TITLE" />')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toMatch(/HEAD-END\s*<\/head>/)
    expect(html).toContain('<div id="root">BODY</div>')
  })

  it('keeps a title that is the same for all', async () => {
    const { html } = await offer(() => null, { title: 'ours' })
    expect(html).toContain('<title>ours</title>')
    expect(html).not.toContain('TITLE')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a head with data', { Head: [() => <meta content={String(useData())} />] }, 'data'],
    [
      'a head with the address',
      { Head: [() => <meta content={usePageContext().urlPathname} />] },
      'urlPathname',
    ],
    ['a head with headers', { Head: [() => <meta content={String(usePageContext().headers)} />] }, 'headers'],
    ['a description', { description: (context: PageContextServer) => context.urlOriginal }, 'urlOriginal'],
    [
      'attributes',
      { htmlAttributes: [(context: PageContextServer) => ({ id: context.visit?.now })] },
      'visit',
    ],
    [
      'an end of the body',
      { bodyHtmlEnd: [(context: PageContextServer) => context.routeParams.a] },
      'routeParams',
    ],
    [
      'a beginning of the head',
      { headHtmlBegin: [(context: PageContextServer) => context.urlParsed] },
      'urlParsed',
    ],
    ['a copy of all', { lang: (context: PageContextServer) => ({ ...context }).pageId }, 'urlOriginal'],
    [
      'one who catches what is thrown',
      {
        lang: (context: PageContextServer) => {
          try {
            return String(context.data)
          } catch {
            return 'en'
          }
        },
      },
      'data',
    ],
  ])('is refused to %s', async (_name, config, property) => {
    const { refusals } = await offer(() => null, config)
    const [refusal] = refusals
    expect(refusal).toEqual({ reason: `its document reads pageContext.${property}`, isExpected: false })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['guard', { guard: [() => {}] }, 'it has guard, which only Vike runs'],
    ['onBeforeRender', { onBeforeRender: () => {} }, 'it has onBeforeRender, which only Vike runs'],
    [
      'onAfterRenderHtml',
      { onAfterRenderHtml: [() => {}] },
      'it has onAfterRenderHtml, which only Vike runs',
    ],
    [
      'headers by a function',
      { headersResponse: [() => ({})] },
      'its headersResponse is a function, which only Vike runs',
    ],
    ['a stream', { stream: [true] }, 'it is streamed'],
    ['a stream by its kind', { stream: ['node'] }, 'it is streamed'],
  ])('is meant to be Vike’s with %s', async (_name, config, reason) => {
    const { refusals, taken } = await offer(() => null, config)
    expect({ refusals, taken }).toEqual({ refusals: [{ reason, isExpected: true }], taken: undefined })
  })

  it.each<[string, Record<string, unknown>]>([
    ['no hooks', { guard: [], onAfterRenderHtml: [] }],
    ['headers for all', { headersResponse: [{ 'x-ours': 'yes' }] }],
    ['no stream', { stream: [false, null] }],
  ])('can be made with %s', async (_name, config) => {
    expect((await offer(() => null, config)).refusals).toEqual([])
  })

  it('is refused where somebody else renders the page as well', async () => {
    const config = { onBeforeRenderHtml: [onBeforeRenderHtml, () => {}] }
    const { refusals } = await offer(() => null, config)
    expect(refusals).toEqual([{ reason: 'its onBeforeRenderHtml is not ours alone', isExpected: false }])
  })

  it('is refused with what it throws, whatever that is', async () => {
    for (const thrown of [new Error('odd'), 'odd']) {
      const { refusals } = await offer(() => null, { lang: () => fail(thrown) })
      expect(refusals).toEqual([{ reason: 'odd', isExpected: false }])
    }
  })
})

describe('a request’s own part', () => {
  it.each<[string, () => ReactNode, Record<string, unknown>]>([
    ['text', () => <p>{'<&"\'>'}</p>, {}],
    ['data, address and parameters', ShowContext, {}],
    ['a title of its data', () => null, { title: ({ data }: PageContextServer) => `<&"'> ${data?.frame}` }],
    [
      'ends of a head, late and early',
      () => null,
      { headHtmlEnd: ['<a>', async () => '<b>', () => '<c>', () => null] },
    ],
    ['a title for all', () => <h1>ours</h1>, { title: 'ours & <more>' }],
    ['strict mode', () => <p />, { reactStrictMode: true }],
    ['layouts and wrappers', () => <p />, { Layout: [Frame], Wrapper: [Frame, Frame] }],
    ['a sign of loading', () => <p />, { Loading: { layout: () => <i /> } }],
  ])('is what Vike would render: %s', async (_name, Page, config) => {
    const { html, taken } = await offer(Page, config)
    const request = requestBy('mine')
    const slots = await taken?.(request)
    const filled = html
      .replaceAll('TITLE', () => slots?.title ?? '')
      .replace('HEAD-END', () => slots?.headEnd ?? '')
      .replace('BODY', () => slots?.body.join('') ?? '')
    const context = Object.assign(contextOf(Page, config), {
      urlOriginal: request.url,
      routeParams: request.routeParams,
      visit: request.visit,
      data: { frame: 'mine' },
    })
    expect(filled).toBe(await textOf(await onRenderHtml(context)))
  })

  it('has the frame in its places, encoded once for all who see it', async () => {
    const { taken } = await offer(ShowFrame, {})
    const html = { side: '<nav>☕</nav>', top: '', tabs: '<p>$&</p>' }
    const bodyFor = async (name: string) => {
      const request = requestBy(name)
      const data = { page: name, frame: { html } }
      request.visit.loaded = { kind: 'loaded', data, payload: () => ({}), isRefused: false }
      return (await taken?.(request))?.body ?? []
    }
    const [one, other] = [await bodyFor('one'), await bodyFor('other')]
    const bytes = (body: Markup) => body.filter((piece) => typeof piece !== 'string')
    const text = Buffer.concat(one.map((piece) => Buffer.from(piece))).toString()
    expect(text.replace(/<div [^>]*>/g, '<div>')).toBe(
      '<div><nav>☕</nav></div><div></div>one<div><p>$&</p></div>',
    )
    expect(bytes(one)).toHaveLength(3)
    expect(bytes(other)).toEqual(bytes(one))
    expect(bytes(other)[0]).toBe(bytes(one)[0])
  })

  it('is of one visitor, also where many are rendered in turns', async () => {
    const { taken } = await offer(ShowContext, {
      headHtmlEnd: [async (context: PageContextServer) => context.urlOriginal],
    })
    const names = Array.from({ length: 20 }, (_, index) => `visitor-${index}-x`)
    const all = await Promise.all(names.map((name) => taken?.(requestBy(name))))
    all.forEach((slots, index) => {
      expect(new Set(JSON.stringify(slots).match(/visitor-\d+-x/g))).toEqual(new Set([names[index]]))
    })
  })

  it('answers getters of the page context by its own address', async () => {
    const specimen = contextOf(ShowPath, {})
    Object.defineProperty(specimen, 'urlPathname', {
      get(this: PageContextServer) {
        return this.urlOriginal.split('?')[0]
      },
    })
    // as Vike hands it out
    const proxy = new Proxy(specimen, { get: (target, key) => Reflect.get(target, key) })
    const { taken } = await offerOf(proxy)
    expect((await taken?.(requestBy('mine')))?.body).toEqual(['<p>/items/mine</p>'])
  })

  it.each<[string, () => ReactNode, Record<string, unknown>]>([
    ['changes its title while it is rendered', Configured, {}],
    ['has no title', () => null, { title: () => null }],
    ['has an empty title', () => null, { title: () => '' }],
  ])('is left to Vike where a page %s', async (_name, Page, config) => {
    const { taken } = await offer(Page, config)
    expect(await taken?.(requestBy('mine'))).toBeUndefined()
    if (Page === Configured)
      expect(await taken?.(requestBy('plain'))).toMatchObject({ body: ['<p>plain</p>'] })
  })

  it.each<[string, () => ReactNode, Record<string, unknown>]>([
    ['a component', () => fail('odd'), {}],
    ['a title', () => null, { title: () => fail('odd') }],
    ['an end of the head', () => null, { headHtmlEnd: [() => fail('odd')] }],
    ['a late end of the head', () => null, { headHtmlEnd: [async () => fail('odd')] }],
    ['a component before a title', () => fail('odd'), { title: () => fail('never') }],
  ])('that fails in %s is one failure of the render', async (_name, Page, config) => {
    const { taken } = await offer(Page, config)
    const { visit, failures } = aVisit()
    const rendering = taken?.({ ...requestBy('mine'), visit })
    await expect(rendering).rejects.toMatchObject({ name: 'Failure', digest: 'DIGEST-1', cause: 'odd' })
    expect(failures).toEqual([{ thrown: 'odd', stage: 'render' }])
  })

  it('that is left for another page is no failure', async () => {
    const abort = redirect('/elsewhere')
    const { taken } = await offer(() => fail(abort), {})
    const { visit, failures } = aVisit()
    await expect(taken?.({ ...requestBy('mine'), visit })).rejects.toBe(abort)
    expect(failures).toEqual([])
  })

  it('is one span, as on Vike’s way', async () => {
    const { taken } = await offer(() => null, {})
    const spans: string[] = []
    const { visit } = aVisit()
    const measured = Object.assign(visit, {
      measure<T>(op: string, name: string, work: () => T): T {
        spans.push(`${op} ${name}`)
        return work()
      },
    })
    await taken?.({ ...requestBy('mine'), visit: measured })
    expect(spans).toEqual(['render render'])
  })
})

function ShowContext() {
  const { urlOriginal, routeParams, pageId } = usePageContext()
  return <p>{JSON.stringify([urlOriginal, routeParams, pageId ?? null, useData()])}</p>
}

function ShowFrame() {
  const { page, frame } = useData<PageData>()
  const part = (html = '') => <FramePart id="part" url="" html={html} />
  return (
    <>
      {part(frame.html?.side)}
      {part(frame.html?.top)}
      {String(page)}
      {part(frame.html?.tabs)}
    </>
  )
}

function ShowPath() {
  return <p>{usePageContext().urlPathname}</p>
}

function Frame({ children }: { children: ReactNode }) {
  return <div>{children}</div>
}

function Configured() {
  const config = useConfig()
  const { name } = usePageContext().routeParams
  if (name !== 'plain') config({ title: 'another' })
  return <p>{name}</p>
}

/** What the server is handed while a page's shell is made. */
function offer(Page: () => ReactNode, config: Record<string, unknown>) {
  return offerOf(contextOf(Page, config))
}

async function offerOf(context: PageContextServer) {
  const refusals: unknown[] = []
  let taken: RenderSlots | undefined
  const shell: ShellOffer = {
    tokens,
    take(render) {
      taken = render
    },
    refuse(refusal) {
      refusals.push(refusal)
    },
  }
  const html = await textOf(await offerShell(context, shell, renderDocument))
  return { html, refusals, taken }
}

function requestBy(name: string) {
  const { visit } = aVisit()
  // what a page's data is matters not here
  visit.loaded = { kind: 'loaded', data: { frame: name }, payload: () => ({}), isRefused: false }
  return { url: `/items/${name}?of=${name}`, routeParams: { name }, visit }
}

/** What is read of a page context, as it stands while a shell is made. */
function contextOf(Page: () => ReactNode, config: Record<string, unknown>): PageContextServer {
  return {
    Page,
    config: { reactStrictMode: false, onBeforeRenderHtml: [onBeforeRenderHtml], ...config },
    isClientSide: false,
    _isProxyObject: true, // as Vike marks what it hands out
    pageId: '/pages/items/@name',
    urlOriginal: '/items/nobody',
    urlPathname: '/items/nobody',
    urlParsed: {},
    headers: null,
    routeParams: { name: 'nobody' },
    data: 'nobody',
    visit: aVisit().visit,
  } as unknown as PageContextServer
}

function fail(thrown: unknown): never {
  throw thrown
}

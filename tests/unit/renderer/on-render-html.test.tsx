import type { PassThrough } from 'node:stream'
import { type ReactNode, Suspense, use } from 'react'
import type { PageContextServer } from 'vike/types'
import { describe, expect, it } from 'vitest'
import { onBeforeRenderHtml } from '#renderer/+onBeforeRenderHtml.ts'
import { onRenderHtml } from '#renderer/+onRenderHtml.tsx'
import { textOf } from '#tests/support/browser/document-text.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

describe('onRenderHtml', () => {
  it("renders vike-react's document: layout, head, title and page", async () => {
    const { visit } = aVisit()
    const html = await render(() => <p>the page</p>, {
      visit,
      config: {
        title: 'A title & more',
        Head: [() => <meta name="mark" content="<&>" />],
        Layout: [({ children }: { children: ReactNode }) => <main>{children}</main>],
      },
    })
    expect(html).toMatch(/^<!DOCTYPE html>/)
    expect(html).toContain('<title>A title &amp; more</title>')
    expect(html).toContain('<meta name="mark" content="&lt;&amp;&gt;"/>')
    expect(html).toContain('<div id="root"><main><p>the page</p></main></div>')
  })

  it.each([
    ['an error', new TypeError('no price')],
    ['a string', 'no price'],
    ['null', null],
    ['a frozen error', Object.freeze(new Error('frozen'))],
  ])('gives %s that a page throws a digest, and throws the failure', async (_name, thrown) => {
    const { visit, failures } = aVisit()
    const rendering = render(() => fail(thrown), { visit })
    await expect(rendering).rejects.toMatchObject({ name: 'Failure', digest: 'DIGEST-1', cause: thrown })
    expect(failures).toEqual([{ thrown, stage: 'render' }])
  })

  it('does the same for what a layout, a head or a title throws', async () => {
    const parts = [
      { Layout: [() => fail('layout')] },
      { Head: [() => fail('head')] },
      { title: () => fail('title') },
    ]
    for (const config of parts) {
      const { visit, failures } = aVisit()
      await expect(render(() => <p />, { visit, config })).rejects.toMatchObject({ digest: 'DIGEST-1' })
      expect(failures).toHaveLength(1)
    }
  })

  it('lets a redirect pass as it is', async () => {
    const { redirect } = await import('vike/abort')
    const { visit, failures } = aVisit()
    const abort = redirect('/elsewhere')
    await expect(render(() => fail(abort), { visit })).rejects.toBe(abort)
    expect(failures).toEqual([])
  })

  it('says nothing of failures where nobody visits', async () => {
    await expect(render(() => fail(new Error('plain')), {})).rejects.toThrow('plain')
  })
})

describe('a page that streams', () => {
  const config = { stream: [true] }

  it('gives a late failure its digest, in the boundary too, and offers the screen for the end', async () => {
    const { visit, failures } = aVisit()
    const Late = () => use(new Promise<never>((_, reject) => setTimeout(reject, 5, new Error('late'))))
    const html = await render(
      () => (
        <Suspense fallback="wait">
          <Late />
        </Suspense>
      ),
      { visit, config },
    )
    expect(failures).toMatchObject([{ stage: 'stream' }])
    expect(html).toContain('data-dgst="DIGEST-1"')
    expect(visit.renderErrorScreen?.('DIGEST-1')).toContain(
      'Application error: a server-side exception has occurred',
    )
  })

  it.each([
    ['null', null],
    ['a string', 'late'],
  ])('outlives %s thrown late', async (_name, thrown) => {
    const { visit, failures } = aVisit()
    const Late = () => use(new Promise<never>((_, reject) => setTimeout(reject, 5, thrown)))
    await render(
      () => (
        <Suspense fallback="wait">
          <Late />
        </Suspense>
      ),
      { visit, config },
    )
    expect(failures).toEqual([{ thrown, stage: 'stream' }])
  })

  it('throws what breaks the shell, as a failure of the render', async () => {
    const { visit, failures } = aVisit()
    await expect(render(() => fail(null), { visit, config })).rejects.toMatchObject({ digest: 'DIGEST-1' })
    expect(failures).toEqual([{ thrown: null, stage: 'render' }])
  })

  it('takes a visitor who leaves for no failure', async () => {
    const { visit, failures } = aVisit()
    const Never = () => use(new Promise<never>(() => {}))
    const context = contextOf(() => null, { visit, config })
    context.page = (
      <Suspense fallback="wait">
        <Never />
      </Suspense>
    )
    await onBeforeRenderHtml(context)
    const stream = context.pageHtmlStream as unknown as PassThrough // as render-page.ts makes it
    stream.destroy()
    await new Promise((resolve) => stream.once('close', resolve))
    expect(failures).toEqual([])
  })
})

interface Parts {
  visit?: ReturnType<typeof aVisit>['visit']
  config?: Record<string, unknown>
}

async function render(Page: () => ReactNode, parts: Parts): Promise<string> {
  return textOf(await onRenderHtml(contextOf(Page, parts)))
}

function contextOf(Page: () => ReactNode, { visit, config }: Parts): PageContextServer {
  const settings = { reactStrictMode: false, onBeforeRenderHtml: [onBeforeRenderHtml], ...config }
  return {
    Page,
    config: settings,
    isClientSide: false,
    ...(visit && { visit }),
  } as unknown as PageContextServer
}

function fail(thrown: unknown): never {
  throw thrown
}

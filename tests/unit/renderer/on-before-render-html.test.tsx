import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Suspense, use } from 'react'
import type { PageContextServer } from 'vike/types'
import { describe, expect, it } from 'vitest'
import { onBeforeRenderHtml } from '#renderer/+onBeforeRenderHtml.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

function contextOf(parts: Record<string, unknown>): PageContextServer {
  return { config: {}, ...parts } as unknown as PageContextServer // what is read of it
}

function Broken(): never {
  throw new TypeError('no price')
}

describe('onBeforeRenderHtml', () => {
  it('renders the page in vike-react’s stead, as a step of the visit', async () => {
    const { visit } = aVisit()
    const steps: string[] = []
    visit.measure = (op, name, work) => {
      steps.push(`${op} ${name}`)
      return work()
    }
    const context = contextOf({ page: <p>the page</p>, visit })
    await onBeforeRenderHtml(context)
    expect(context).toMatchObject({ pageHtmlString: '<p>the page</p>' })
    expect('page' in context).toBe(false) // vike-react goes on to the document
    expect(steps).toEqual(['render render'])
  })

  it('leaves a document alone that has no page', async () => {
    const context = contextOf({ visit: aVisit().visit })
    await onBeforeRenderHtml(context)
    expect(Object.keys(context).sort()).toEqual(['config', 'visit'])
  })

  it('renders a page that streams as a stream, and its late parts with it', async () => {
    const Late = () => <p>{use(Promise.resolve('late'))}</p>
    const page = (
      <Suspense fallback="wait">
        <Late />
      </Suspense>
    )
    const context = contextOf({ page, visit: aVisit().visit, config: { stream: [true] } })
    await onBeforeRenderHtml(context)
    const { pageHtmlStream } = context as unknown as { pageHtmlStream: Readable }
    expect(await text(pageHtmlStream)).toContain('late')
  })

  it('renders at once what streams where nobody visits: there is nobody to tell of a late failure', async () => {
    const context = contextOf({ page: <p>the page</p>, config: { stream: [true] } })
    await onBeforeRenderHtml(context)
    expect(context).toMatchObject({ pageHtmlString: '<p>the page</p>' })
  })

  it.each<object>([{}, { stream: [true] }])('rejects with what the page throws, %o', async (config) => {
    const { visit } = aVisit()
    const rendering = onBeforeRenderHtml(contextOf({ page: <Broken />, visit, config }))
    await expect(rendering).rejects.toThrow('no price')
  })
})

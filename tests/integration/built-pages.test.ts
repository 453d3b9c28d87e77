import { describe, expect, it } from 'vitest'
import { loadBuiltPages } from '#server/hosting/vike.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { listSources } from '#tests/support/sources/source-files.ts'

describe('the built pages', () => {
  it('are found without Vike, each by its route', async () => {
    const { match } = await loadBuiltPages(repositoryRoot)
    const pageIds = listSources('pages')
      .filter((path) => path.endsWith('/+Page.tsx'))
      .map((path) => `/${path.replace('/+Page.tsx', '')}`)
    expect(pageIds.length).toBeGreaterThan(10)
    for (const pageId of pageIds) {
      const path = pageId.replace(/^\/pages(\/index$)?/, '').replaceAll('@', 'a-') || '/'
      const routeParams = Object.fromEntries(
        [...path.matchAll(/a-(\w+)/g)].map(([text, name]) => [name, text]),
      )
      expect(match(path)).toEqual({ kind: 'page', pageId, routeParams })
    }
  })

  // Payloads and forms pass Vike by (server/hosting/answer-page.ts): what stood in these would be left out.
  it.each(['guard', 'onBeforeRender', 'onCreatePageContext', 'data', 'onBeforeRoute', 'redirects'])(
    'have no +%s of their own: access, loader and action say everything',
    (hook) => {
      const files = [...listSources('pages'), ...listSources('renderer')].filter((path) =>
        new RegExp(`/\\+${hook}(\\.server|\\.shared)?\\.tsx?$`).test(path),
      )
      expect(files).toEqual(hook === 'data' ? ['renderer/+data.ts'] : [])
    },
  )
})

import { renderToStaticMarkup } from 'react-dom/server'
import type { PageContext } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { describe, expect, it } from 'vitest'
import ErrorPage from '#renderer/_error/+Page.tsx'
import title from '#renderer/_error/+title.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'

const viewer = { id: 1, email: 'owner@example.test', role: 'owner' as const }

function contextOf(parts: Partial<PageData>, frame: Partial<PageData['frame']> = {}): PageContext {
  const data: PageData = {
    page: undefined,
    frame: aFrame({ path: '/nowhere', now: 0, ...frame }),
    ...parts,
  }
  return { data } as unknown as PageContext // what the error page reads of it
}

function render(context: PageContext): string {
  return renderToStaticMarkup(
    <VikeReactProviderPageContext pageContext={context}>
      <ErrorPage />
    </VikeReactProviderPageContext>,
  )
}

describe('the error page', () => {
  it('shows a failure of the server with its digest', () => {
    const context = contextOf({ failure: { digest: 'K7Q2MX-4T9ZPA' } })
    const html = render(context)
    expect(html).toContain('Application error: a server-side exception has occurred')
    expect(html).toContain('K7Q2MX-4T9ZPA')
    expect(title(context)).toBe('Application error · Crumbtrail')
  })

  it('shows a failure of the browser without one', () => {
    const html = render(contextOf({ failure: {} }))
    expect(html).toContain('Application error: a client-side exception has occurred')
    expect(html).not.toContain('Digest')
  })

  it('says of a page that is not there that it is not there, in the frame or without', () => {
    for (const context of [contextOf({}), contextOf({}, { viewer })]) {
      expect(render(context)).toContain('Page not found')
      expect(render(context)).not.toContain('Application error')
      expect(title(context)).toBe('Page not found · Crumbtrail')
    }
  })

  it('says what may have become of what was asked for, and leads on', () => {
    const missing = {
      crumbs: [],
      title: 'No such thing',
      says: ['It is gone.'],
      ways: [{ name: 'On', href: '/on' }],
    }
    const context = contextOf({ page: { missing } }, { viewer })
    expect(render(context)).toContain('It is gone.')
    expect(render(context)).toMatch(/<a [^>]*href="\/on"[^>]*>On/)
    expect(title(context)).toBe('No such thing · Crumbtrail')
  })

  it('offers another look where a digest was asked for that nobody knows, to who is signed in', () => {
    const path = '/digests/000000-000000'
    expect(render(contextOf({}, { viewer, path }))).toContain('value="000000-000000"')
    expect(render(contextOf({}, { path }))).not.toContain('000000')
  })
})

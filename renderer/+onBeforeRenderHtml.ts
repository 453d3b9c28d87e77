import type { PageContextServer } from 'vike/types'
import { renderPage } from './page/render-page.ts'

/**
 * Replaces vike-react's rendering, which would stream with react-streaming. That library drops React's
 * digests, reports a late error only after the stream has ended, and stops the process at `throw null`.
 * Without the page, vike-react only renders the document.
 */
export async function onBeforeRenderHtml(pageContext: PageContextServer): Promise<void> {
  const { page } = pageContext
  if (page === undefined) return
  delete pageContext.page
  const render = () => renderPage(page, pageContext)
  Object.assign(pageContext, await (pageContext.visit?.measure('render', 'render', render) ?? render()))
}

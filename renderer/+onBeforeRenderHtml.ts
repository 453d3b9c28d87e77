import type { PageContextServer } from 'vike/types'
import { renderPage } from './page/render-page.ts'

/**
 * Renders the page in vike-react's stead, which would use react-streaming for streams: that drops React's
 * digests, reports a late error only after the stream has ended, and stops the process at `throw null`.
 * With the page taken away, vike-react goes on to the document.
 */
export async function onBeforeRenderHtml(pageContext: PageContextServer): Promise<void> {
  const { page } = pageContext
  if (page === undefined) return
  delete pageContext.page
  const render = () => renderPage(page, pageContext)
  Object.assign(pageContext, await (pageContext.visit?.measure('render', 'render', render) ?? render()))
}

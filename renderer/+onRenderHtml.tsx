import { renderToStaticMarkup } from 'react-dom/server'
import type { PageContextServer } from 'vike/types'
// The one import of vike-react's hook on the server: its path is internal, so the version is pinned.
import { onRenderHtml as renderDocument } from 'vike-react/__internal/integration/onRenderHtml'
import { ErrorScreen } from './errors/ErrorScreen.tsx'
import { isAbort } from './page/vike-internals.ts'
import { offerShell } from './shell/page-shell.tsx'

/** Renders the document as vike-react does, and gives what fails in it (page, layout, head) a digest. */
export async function onRenderHtml(pageContext: PageContextServer): ReturnType<typeof renderDocument> {
  const { visit } = pageContext
  if (visit === undefined) return renderDocument(pageContext)
  if (visit.shell !== undefined) return offerShell(pageContext, visit.shell, renderDocument)
  // Fastify ends a broken stream with this HTML, because no hook runs at that time.
  visit.renderErrorScreen = (digest) => renderToStaticMarkup(<ErrorScreen digest={digest} isOverlay />)
  try {
    return await renderDocument(pageContext)
  } catch (thrown) {
    throw isAbort(thrown) ? thrown : visit.recordFailure(thrown, 'render')
  }
}

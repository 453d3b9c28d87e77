import type { PageContextClient } from 'vike/types'
// The one import of vike-react's hook in the browser: its path is internal, so the version is pinned.
import { onRenderClient as renderView } from 'vike-react/__internal/integration/onRenderClient'
import { tracing } from './browser-telemetry.ts'
import { removeOverlay } from './error-overlay.ts'

/** Renders as vike-react does; a screen that a broken stream left over the old page goes with that page. */
export async function onRenderClient(pageContext: PageContextClient): Promise<void> {
  if (!pageContext.isHydration) removeOverlay(document)
  // a page that is not there is no page load and no navigation of ours
  if (pageContext.is404) tracing?.activeSpan().root.setAttribute('http.response.status_code', 404)
  await renderView(pageContext)
  if (pageContext.isHydration) tracing?.markHydrated()
}

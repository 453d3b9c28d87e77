import type { PageContextClient } from 'vike/types'
import { loadDesk } from './enhance/load-enhance.ts'
import { removeOverlay } from './errors/error-overlay.ts'
import { readFrameHtml } from './layout/bars/FramePart.tsx'
import { settlePage } from './navigation/after-render.ts'
import { browserNavigation } from './navigation/browser-navigation.ts'
import { renderPage } from './navigation/page-root.tsx'
import { forgetPage } from './navigation/saved-form-state.ts'
import { withViewTransition } from './navigation/view-transition.ts'
import { titleOf } from './page/page-title.ts'
import { tracing } from './telemetry/browser-telemetry.ts'

/** Renders a page, and does for the next page what a browser does for a document. */
export async function onRenderClient(pageContext: PageContextClient): Promise<void> {
  const { isHydration, urlOriginal, data, is404 } = pageContext
  const isError = is404 || data?.failure !== undefined
  if (isHydration && data !== undefined) data.frame.html = readFrameHtml(document)
  if (data !== undefined) browserNavigation?.show(urlOriginal, data, isHydration && !isError)
  if (is404) browserNavigation?.markMissing()
  if (data?.frame.viewer !== undefined) loadDesk(window)
  if (isHydration) {
    await renderPage(pageContext)
    tracing?.markHydrated()
    return
  }
  const found = browserNavigation?.end(urlOriginal)
  forgetPage()
  // An error screen that a broken stream left on the old page is removed with that page.
  removeOverlay(document)
  const focusedBefore = document.activeElement
  const render = () => renderPage(pageContext)
  // A transition takes two frames to show anything, so a page that is already loaded is shown without one.
  await (found === 'missed' ? withViewTransition(document, render) : render())
  const { title: titleBefore } = document
  const title = titleOf(pageContext) ?? titleBefore
  // The page is painted before it takes the focus and is announced: that would style it once more within its frame.
  browserNavigation?.address.after(() => {
    // The page may have had newer data meanwhile, and a title of that.
    if (document.title === titleBefore) document.title = title
    settlePage(document, focusedBefore, title)
    document.dispatchEvent(new CustomEvent('crumbtrail:shown', { detail: found }))
  })
}

import { type ReactNode, useEffect, useState } from 'react'
import type { PageContext } from 'vike/types'
import { usePageContext } from 'vike-react/usePageContext'
import { ErrorBoundary } from '#telemetry/react.tsx'
import { FailedPage } from './errors/FailedPage.tsx'
import { digestOf } from './errors/shown-digest.ts'
import { browserNavigation } from './navigation/browser-navigation.ts'
import { type ShownFailure, useLivePageData } from './page/page-data.ts'
import { titleOf } from './page/page-title.ts'
import { telemetry } from './telemetry/browser-telemetry.ts'

/**
 * Shows the error screen when rendering fails in the browser. The boundary is new for each page, so a
 * failure ends with its page. On the server `+onRenderHtml` catches the failure instead.
 */
export default function Wrapper({ children }: { children: ReactNode }) {
  const pageContext = usePageContext()
  const [boundary, setBoundary] = useState<{ key: number; brokenBy?: object }>({ key: 0 })
  if (boundary.brokenBy !== undefined && boundary.brokenBy !== pageContext) {
    setBoundary({ key: boundary.key + 1 })
  }
  const failure = useUpdatedFailure(pageContext)
  if (failure !== undefined) return <FailedPage digest={failure.digest} />
  const fallback = (error: unknown) => {
    browserNavigation?.address.settle() // The report that follows has the page's address.
    return (
      <FailedPage
        digest={digestOf(error)}
        onShown={() => setBoundary(({ key }) => ({ key, brokenBy: pageContext }))}
      />
    )
  }
  return (
    <ErrorBoundary key={boundary.key} telemetry={telemetry} handled={false} fallback={fallback}>
      {children}
    </ErrorBoundary>
  )
}

/** The failure of a page that was already shown, when its form failed on the server. */
function useUpdatedFailure(pageContext: PageContext): ShownFailure | undefined {
  const live = useLivePageData()
  const isUpdated = live !== pageContext.data
  useEffect(() => {
    if (live === undefined || !isUpdated || live.failure !== undefined) return
    document.title = titleOf(pageContext, live) ?? document.title
  }, [isUpdated, live, pageContext])
  return isUpdated ? live?.failure : undefined
}

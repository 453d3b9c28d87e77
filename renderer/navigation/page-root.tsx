import { type ReactElement, type ReactNode, StrictMode, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client'
import type { PageContextClient } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { telemetry } from '#renderer/telemetry/browser-telemetry.ts'
import { createRootErrorHandlers } from '#telemetry/react.tsx'

let root: Root | undefined
/** Settles the rendering that is in progress. */
let failed: ((error: unknown) => void) | undefined

/**
 * React reports errors that nothing caught and errors that it recovered from. `+Wrapper` reports those
 * that it catches.
 */
const { onUncaughtError, onRecoverableError } = telemetry ? createRootErrorHandlers(telemetry) : {}
const options: RootOptions = {
  onUncaughtError(error, info) {
    // Vike logs an error that ends a rendering, and shows the error page.
    if (failed === undefined) console.error(error)
    failed?.(error)
    onUncaughtError?.(error, info)
  },
  ...(onRecoverableError && { onRecoverableError }),
}

/**
 * Renders a page into the document's one React root. vike-react's own function does the same, but leaves
 * the work to React's scheduler and learns of its end later: the focus then moves after the first frame,
 * which costs a second one. A hydration is left to the scheduler, because nobody waits for it.
 */
export async function renderPage(pageContext: PageContextClient): Promise<void> {
  const container = document.getElementById('root')
  if (container === null) throw new Error('Cannot render page: the document has no #root')
  const render = (onShown: () => void): void => {
    const page = <Rendered onShown={onShown}>{pageElement(pageContext)}</Rendered>
    if (pageContext.isHydration && container.hasChildNodes()) root = hydrateRoot(container, page, options)
    else {
      root ??= createRoot(container, options)
      flushSync(() => root?.render(page))
    }
  }
  try {
    await new Promise<void>((resolve, reject) => {
      failed = reject
      render(resolve)
    })
  } finally {
    failed = undefined
  }
}

/** The same element that vike-react hydrates: the page in its layouts, which read the page context. */
function pageElement(pageContext: PageContextClient): ReactElement {
  const { Page, config } = pageContext
  let page: ReactNode = Page && <Page />
  for (const Wrap of [...(config.Layout ?? []), ...(config.Wrapper ?? [])]) page = <Wrap>{page}</Wrap>
  return (
    <StrictMode>
      <VikeReactProviderPageContext pageContext={pageContext}>{page}</VikeReactProviderPageContext>
    </StrictMode>
  )
}

function Rendered({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useEffect(onShown)
  return children
}

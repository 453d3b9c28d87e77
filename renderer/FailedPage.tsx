import { useEffect, useState } from 'react'
import { ErrorScreen } from './ErrorScreen.tsx'
import { focusHeading } from './navigation/after-render.ts'
import { keepPage } from './navigation/kept-page.ts'
import { pageTitle } from './texts/failure.ts'

/** The error screen in the place of a page that stood already. */
export function FailedPage({ digest, onShown }: { digest?: string | undefined; onShown?: () => void }) {
  // While this renders the page still stands: what was typed there is kept for "Try again".
  useState(() => keepPage(window))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it takes the page's place
  useEffect(() => {
    document.title = pageTitle
    scrollTo(0, 0)
    focusHeading(document)
    onShown?.()
  }, [])
  return <ErrorScreen digest={digest} />
}

import { useEffect, useState } from 'react'
import { focusHeading } from '#renderer/navigation/after-render.ts'
import { keepPage } from '#renderer/navigation/saved-form-state.ts'
import { pageTitle } from '#renderer/texts/errors/failure.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

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

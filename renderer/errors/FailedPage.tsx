import { useEffect, useState } from 'react'
import { focusHeading } from '#renderer/navigation/after-render.ts'
import { keepPage } from '#renderer/navigation/saved-form-state.ts'
import { pageTitle } from '#renderer/texts/errors/failure.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

/** Replaces a page that was already shown with the error screen. */
export function FailedPage({ digest, onShown }: { digest?: string | undefined; onShown?: () => void }) {
  // The page is still in the document while this renders, so its fields can be saved for "Try again".
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

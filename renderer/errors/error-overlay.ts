import { pageTitle } from '#renderer/texts/errors/failure.ts'

/** Id of the error screen that ends a document whose stream broke. */
export const overlayId = 'error-screen'

/** React does not know the overlay: it leaves with the page that it covered. */
export function removeOverlay(document: Pick<Document, 'getElementById'>): void {
  document.getElementById(overlayId)?.remove()
  document.getElementById('root')?.removeAttribute('inert')
}

/**
 * Where this script runs, the overlay's copy button works, so it may show; what it covers is out of reach, and its
 * title had left before anything broke.
 */
export function settleOverlay(document: Pick<Document, 'getElementById' | 'title'>): void {
  const overlay = document.getElementById(overlayId)
  if (overlay === null) return
  document.title = pageTitle
  document.getElementById('root')?.setAttribute('inert', '')
  for (const button of overlay.querySelectorAll<HTMLElement>('[data-copy][hidden]')) button.hidden = false
}

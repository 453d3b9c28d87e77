import { pageTitle } from '#renderer/texts/errors/failure.ts'

/** The id of the error screen at the end of a document whose stream broke. */
export const overlayId = 'error-screen'

/** React does not know the overlay, so it is removed together with the page below it. */
export function removeOverlay(document: Pick<Document, 'getElementById'>): void {
  document.getElementById(overlayId)?.remove()
  document.getElementById('root')?.removeAttribute('inert')
}

/**
 * Prepares the overlay where scripts run: it shows the copy button, makes the page below inert and sets
 * the title, which was sent before the stream broke.
 */
export function settleOverlay(document: Pick<Document, 'getElementById' | 'title'>): void {
  const overlay = document.getElementById(overlayId)
  if (overlay === null) return
  document.title = pageTitle
  document.getElementById('root')?.setAttribute('inert', '')
  for (const button of overlay.querySelectorAll<HTMLElement>('[data-copy][hidden]')) button.hidden = false
}

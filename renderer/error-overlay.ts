/** Id of the error screen that ends a document whose stream broke. */
export const overlayId = 'error-screen'

/** React does not know the overlay: it leaves with the page that it covered. */
export function removeOverlay(document: Pick<Document, 'getElementById'>): void {
  document.getElementById(overlayId)?.remove()
}

/** Where this script runs, the overlay's copy button works, so it may show. */
export function revealOverlayButtons(document: Pick<Document, 'getElementById'>): void {
  const buttons = document.getElementById(overlayId)?.querySelectorAll<HTMLElement>('[data-copy][hidden]')
  for (const button of buttons ?? []) button.hidden = false
}

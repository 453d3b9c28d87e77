import { createRoot } from 'react-dom/client'
import { FailedPage } from './FailedPage.tsx'

/**
 * Shows the error screen when the page's code is missing: without hydration, nothing on the page would
 * ever work.
 */
export function showMissingCode(document: Document): void {
  const root = document.getElementById('root')
  if (root !== null) createRoot(root).render(<FailedPage />)
}

import { createRoot } from 'react-dom/client'
import { FailedPage } from './FailedPage.tsx'

/** The page stands as the server made it, but nothing in it will ever work: no hydration has begun. */
export function showMissingCode(document: Document): void {
  const root = document.getElementById('root')
  if (root !== null) createRoot(root).render(<FailedPage />)
}

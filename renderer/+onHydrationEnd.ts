import { browserNavigation } from './navigation/browser-navigation.ts'
import { prefetchLinks } from './navigation/prefetch/prefetch-links.ts'
import { restorePage } from './navigation/saved-form-state.ts'

/** Runs once the first page works: it restores saved form fields and starts prefetching. */
export function onHydrationEnd(): void {
  restorePage(window)
  if (browserNavigation === undefined) return
  prefetchLinks(window, browserNavigation.loads)
  // On the way back a browser shows its old document, even if another account has signed in since.
  const [entry] = performance.getEntriesByType('navigation')
  if ((entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward') {
    void browserNavigation.returned() // All `navigation` entries have this type.
  }
}

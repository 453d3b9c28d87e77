import { browserNavigation } from './navigation/browser-navigation.ts'
import { prefetchLinks } from './navigation/prefetch-links.ts'
import { restorePage } from './navigation/saved-form-state.ts'

/** The first page works: what was kept of it comes back, and what its links lead to may be fetched. */
export function onHydrationEnd(): void {
  restorePage(window)
  if (browserNavigation === undefined) return
  prefetchLinks(window, browserNavigation.loads)
  // On the way back a browser shows the document that it has, however old, and whoever is signed in by now.
  const [entry] = performance.getEntriesByType('navigation')
  if ((entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward') {
    void browserNavigation.returned() // `navigation` entries are of this type
  }
}

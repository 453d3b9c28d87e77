import type { PageContextClient } from 'vike/types'
import { browserNavigation } from './navigation/browser-navigation.ts'

/**
 * The first sign of a navigation that no click began: back, forward, a redirect or `navigate()`. The first
 * page and prefetches are routed too, but are no navigations.
 */
export function onBeforeRoute({ isClientSideNavigation, urlOriginal }: PageContextClient): void {
  if (!isClientSideNavigation || browserNavigation === undefined) return
  browserNavigation.begin(urlOriginal)
  browserNavigation.supersede()
}

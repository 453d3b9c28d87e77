import type { PageContextClient } from 'vike/types'
import { browserNavigation } from './navigation/browser-navigation.ts'

/**
 * The first that is heard of a navigation that no click began: back and forward, a redirect, `navigate()`. The
 * first page and prefetches are routed as well, and are none.
 */
export function onBeforeRoute({ isClientSideNavigation, urlOriginal }: PageContextClient): void {
  if (!isClientSideNavigation || browserNavigation === undefined) return
  browserNavigation.begin(urlOriginal)
  browserNavigation.supersede()
}

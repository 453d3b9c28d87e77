import type { PageContextClient } from 'vike/types'
import { tracing } from './browser-telemetry.ts'

/** A navigation is a trace of its own, from the click on: what is fetched for it is part of it. */
export function onPageTransitionStart(pageContext: PageContextClient): void {
  tracing?.startNavigation(pageContext.urlPathname, 'missed')
}

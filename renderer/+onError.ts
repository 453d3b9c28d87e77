import type { PageContextServer } from 'vike/types'
import { isAbort } from './page/vike-internals.ts'

/** What Vike catches outside of our own hooks (a title, a route) still gets its digest; an intention gets none. */
export function onError(thrown: unknown, pageContext: PageContextServer | null): void {
  if (!isAbort(thrown)) pageContext?.visit?.recordFailure(thrown, 'request')
}

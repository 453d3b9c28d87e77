import type { PageContextServer } from 'vike/types'
import { isAbort } from './page/vike-internals.ts'

/**
 * An error that Vike catches outside of our own hooks, such as in a title or a route, still gets its
 * digest. A redirect or a `render()` gets none.
 */
export function onError(thrown: unknown, pageContext: PageContextServer | null): void {
  if (!isAbort(thrown)) pageContext?.visit?.recordFailure(thrown, 'request')
}

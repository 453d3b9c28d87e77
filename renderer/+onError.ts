import type { PageContextServer } from 'vike/types'

/** What Vike catches outside of our own hooks (a title, a route) still gets its digest. */
export function onError(thrown: unknown, pageContext: PageContextServer | null): void {
  pageContext?.visit?.recordFailure(thrown, 'request')
}

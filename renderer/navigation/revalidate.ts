import type { PageData } from '#renderer/page/page-data.ts'
import { readPayload } from './load-payload.ts'
import type { PageLoads } from './page-loads.ts'
import type { PageUpdates } from './page-updates.ts'
import type { RoutePayload } from './route-cache.ts'

interface RevalidationOptions {
  loads: Pick<PageLoads, 'reload' | 'drop'>
  updates: PageUpdates<PageData>
  /**
   * Runs the callback while the page with this data is shown: at once, or as soon as it is shown. Never
   * after it was left.
   */
  whenShown: (rendered: PageData, work: () => void) => void
  /** Navigates to the same page again. */
  showAnew: (url: string) => void
}

/**
 * Requests a page again that was shown from the cache, and updates it in place if it differs. Errors are
 * ignored, since the page is shown and will soon be loaded anew.
 */
export function createRevalidation({ loads, updates, whenShown, showAnew }: RevalidationOptions) {
  return async (url: string, rendered: PageData, shown: RoutePayload): Promise<void> => {
    const before = updates.newest(rendered)
    const loaded = await loads.reload(url)
    if (updates.newest(rendered) !== before) return // The result of a form arrived meanwhile, and is newer.
    if (loaded.kind !== 'found' && loaded.kind !== 'missing') return
    if (loaded.kind === 'found') {
      const answer = readPayload(loaded.payload)
      if ('data' in answer) {
        if (loaded.payload.body !== shown.body) updates.replace(rendered, answer.data)
        return
      }
    }
    // The page has moved, its visitor has signed out, or it no longer exists. It must not be shown again.
    loads.drop([url.replace(/[?#].*/, '')])
    whenShown(rendered, () => showAnew(url))
  }
}

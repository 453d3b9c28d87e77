import type { PageData } from '#renderer/page/page-data.ts'
import { readPayload } from './load-payload.ts'
import type { PageLoads } from './page-loads.ts'
import type { PageUpdates } from './page-updates.ts'
import type { RoutePayload } from './route-cache.ts'

interface RevalidationOptions {
  loads: Pick<PageLoads, 'reload' | 'drop'>
  updates: PageUpdates<PageData>
  /** Runs it while the page that was rendered with this is shown: now, or as soon as it is; never once it is left. */
  whenShown: (rendered: PageData, work: () => void) => void
  /** Navigates to the page once more, in its own place. */
  showAnew: (url: string) => void
}

/**
 * Asks for a page that is shown from what was kept, and updates it in place where it differs. What fails is not
 * told: the page is there, and it is loaded anew soon enough.
 */
export function createRevalidation({ loads, updates, whenShown, showAnew }: RevalidationOptions) {
  return async (url: string, rendered: PageData, shown: RoutePayload): Promise<void> => {
    const before = updates.newest(rendered)
    const loaded = await loads.reload(url)
    if (updates.newest(rendered) !== before) return // a form's result came meanwhile, and is newer
    if (loaded.kind !== 'found' && loaded.kind !== 'missing') return
    if (loaded.kind === 'found') {
      const answer = readPayload(loaded.payload)
      if ('data' in answer) {
        if (loaded.payload.body !== shown.body) updates.replace(rendered, answer.data)
        return
      }
    }
    // It has moved, its visitor is signed out, or it is no more: it is not to be shown again.
    loads.drop([url.replace(/[?#].*/, '')])
    whenShown(rendered, () => showAnew(url))
  }
}

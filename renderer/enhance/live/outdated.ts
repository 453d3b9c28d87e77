import type { RouteState } from '#renderer/navigation/route-cache.ts'
import type { PageData } from '#renderer/page/page-data.ts'

declare global {
  interface DocumentEventMap {
    /** A page was navigated to. The detail says what the cache had for it. */
    'crumbtrail:shown': CustomEvent<RouteState | undefined>
  }
}

interface OutdatedOptions {
  shown: () => { url: string; data: PageData } | undefined
  /** Loads the shown page again, and updates it in place. */
  refresh: (url: string, data: PageData) => void
  /** Whether the server sends updates. */
  isLive: () => boolean
}

export interface OutdatedPages {
  /** An update came. Data that was loaded earlier, by the server's clock, may lack it. */
  came(at: number): void
  /** A page was shown; `found` is what the cache had for it. */
  shows(found: RouteState | undefined): void
}

/**
 * A prefetched page is used for 30 s and lacks the updates of that time. A page that is older than the
 * last update is therefore shown at once and requested again. So is a page that was loaded while no
 * updates were received.
 */
export function createOutdatedPages({ shown, refresh, isLive }: OutdatedOptions): OutdatedPages {
  let cameAt = Number.NEGATIVE_INFINITY
  return {
    came(at) {
      cameAt = Math.max(cameAt, at)
    },
    shows(found) {
      const page = shown()
      // Stale data is requested again anyway.
      if (page === undefined || found === undefined || found === 'stale') return
      // The page's time comes from the `Date` header of its answer, in whole seconds, rounded down.
      const mayLack = page.data.frame.now <= cameAt || (found === 'fresh' && !isLive())
      if (mayLack) refresh(page.url, page.data)
    },
  }
}

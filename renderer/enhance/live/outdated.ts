import type { RouteState } from '#renderer/navigation/route-cache.ts'
import type { PageData } from '#renderer/page/page-data.ts'

declare global {
  interface DocumentEventMap {
    /** A page was navigated to; with what was kept of it. */
    'crumbtrail:shown': CustomEvent<RouteState | undefined>
  }
}

interface OutdatedOptions {
  shown: () => { url: string; data: PageData } | undefined
  /** Asks for the page that is shown, and updates it in place. */
  refresh: (url: string, data: PageData) => void
  /** Whether what comes is heard. */
  isLive: () => boolean
}

export interface OutdatedPages {
  /** Something came: what was loaded before, by the server's clock, may lack it. */
  came(at: number): void
  /** A page was gone to; `found` is what was kept of it. */
  shows(found: RouteState | undefined): void
}

/**
 * What was reached for is used for 30 s, and what comes meanwhile is not in it: a page that is older than the last update is
 * shown at once, and asked for again. One that came while nobody listened may lack something as well.
 */
export function createOutdatedPages({ shown, refresh, isLive }: OutdatedOptions): OutdatedPages {
  let cameAt = Number.NEGATIVE_INFINITY
  return {
    came(at) {
      cameAt = Math.max(cameAt, at)
    },
    shows(found) {
      const page = shown()
      if (page === undefined || found === undefined || found === 'stale') return // what is stale is asked for anyway
      // a page's clock is that of its answer's head: whole seconds, rounded down
      const mayLack = page.data.frame.now <= cameAt || (found === 'fresh' && !isLive())
      if (mayLack) refresh(page.url, page.data)
    },
  }
}

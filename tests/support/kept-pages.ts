import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { cookieFor } from './browser.ts'

export interface KeptPages {
  /**
   * The page with these options, of whoever has the session, or of nobody. It shows what it was left with, and its browser
   * knows the files that it has read; of cookies it has the session's alone.
   */
  open(session: string | undefined, options: BrowserContextOptions): Promise<Page>
}

/**
 * One page for each set of options, from test to test: most of a page load is reading and compiling scripts that the page
 * before had as well. For tests that begin with an address, and leave nothing in a tab that matters to the next.
 */
export function keepPages(browser: Browser, baseURL: string): KeptPages {
  const kept = new Map<string, Promise<Page>>()
  return {
    async open(session, options) {
      const key = JSON.stringify(options)
      const opened = kept.get(key) ?? browser.newContext({ baseURL, ...options }).then((own) => own.newPage())
      kept.set(key, opened)
      const page = await opened
      for (const event of ['console', 'pageerror', 'dialog', 'request'] as const)
        page.removeAllListeners(event)
      await page.context().clearCookies()
      if (session !== undefined) await page.context().addCookies([cookieFor(baseURL, session)])
      return page
    },
  }
}

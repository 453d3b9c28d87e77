import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFailed } from 'vitest'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { cookieFor } from './browser.ts'

export interface Visit extends BrowserContextOptions {
  /** Who asks: the owner, unless it is another session, or nobody. */
  session?: string | 'nobody'
  /** Nothing of an earlier test: neither files that were read, nor a clock that was set. */
  isFresh?: boolean
}

interface KeepOptions {
  // what is there once tests run
  browser: () => Browser
  desk: () => DeskProcess
  /** Where the desk is seen, if not at its own address. */
  url?: () => string
  /** What a window needs before it shows anything. */
  prepare?: (page: Page) => Promise<unknown>
}

export type OpenPage = (visit?: Visit) => Promise<Page>

/**
 * Opens the page of a test: the one that the test before had, where both ask for the same options. A window of its own
 * costs a browser more than all that most tests do in it, and so does compiling the scripts anew. Of the test before there
 * are the history, what `sessionStorage` and `localStorage` hold, and the files that were read.
 */
export function keepPage({ browser, desk, url = () => desk().url, prepare }: KeepOptions): OpenPage {
  let kept: { page: Page; key: string } | undefined
  return async ({ session, isFresh = false, ...options } = {}) => {
    const key = JSON.stringify(options)
    if (kept?.key === key && !isFresh) {
      await tidy(kept.page)
    } else {
      await kept?.page.context().close()
      const context = await browser().newContext({ baseURL: url(), ...options })
      kept = { page: await context.newPage(), key: isFresh ? 'to nobody else' : key }
      await prepare?.(kept.page)
    }
    onTestFailed(() => {
      if (kept) kept.key = 'of a test that failed'
    })
    const { page } = kept
    const cookie = session === undefined ? await sessionOf(desk()) : session
    await page.context().clearCookies()
    if (cookie !== 'nobody') await page.context().addCookies([cookieFor(url(), cookie)])
    return page
  }
}

async function tidy(page: Page): Promise<void> {
  await page.goto('about:blank') // what the page before gives up as it goes is nobody's any more
  for (const event of ['console', 'pageerror', 'dialog', 'request', 'response'] as const)
    page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.mouse.move(0, 0) // a link below it would be reached for
}

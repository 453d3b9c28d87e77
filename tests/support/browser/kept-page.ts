import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFailed } from 'vitest'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { cookieFor, saveData } from './browser.ts'

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
}

export type OpenPage = (visit?: Visit) => Promise<Page>

type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>

/** What Playwright shows, unless it is asked for another look. */
const USUAL_LOOK = {
  viewport: { width: 1280, height: 720 },
  colorScheme: 'light',
  reducedMotion: 'no-preference',
} as const satisfies Look

interface KeptWindow {
  page: Page
  /** The look that was asked for last. */
  look: string
}

/**
 * Opens the page of a test: one that an earlier test had with the same options, shown as this one asks. A window of its own
 * costs a browser four times what a load does, which is more than all that most tests do in it. Of the tests before there
 * are the history, what `sessionStorage` and `localStorage` hold, the files that were read, and the look, if it is the same.
 */
export function keepPage({ browser, desk, url = () => desk().url }: KeepOptions): OpenPage {
  const kept = new Map<string, KeptWindow>()
  /** Makes the window of the test before be silent, or closes it. */
  let putAway = async (): Promise<unknown> => undefined

  return async ({ session, isFresh = false, viewport, colorScheme, reducedMotion, ...options } = {}) => {
    await putAway()
    const look = { ...USUAL_LOOK, ...defined({ viewport, colorScheme, reducedMotion }) }
    const hasScripts = options.javaScriptEnabled ?? true
    const key = JSON.stringify({ ...options, javaScriptEnabled: hasScripts })
    const before = isFresh ? undefined : kept.get(key)
    const page = before?.page ?? (await openWindow({ baseURL: url(), ...options, ...look }))
    let isSpoiled = isFresh
    onTestFailed(() => {
      isSpoiled = true
    })
    kept.delete(key)
    putAway = async () => {
      if (isSpoiled || page.isClosed()) return page.context().close()
      await tidy(page, hasScripts)
      kept.set(key, { page, look: JSON.stringify(look) })
    }
    if (before !== undefined && before.look !== JSON.stringify(look)) await show(page, look)
    const cookie = session === undefined ? await sessionOf(desk()) : session
    await page.context().clearCookies()
    if (cookie !== 'nobody') await page.context().addCookies([cookieFor(url(), cookie)])
    return page
  }

  async function openWindow(options: BrowserContextOptions): Promise<Page> {
    const page = await (await browser().newContext(options)).newPage()
    await saveData(page)
    return page
  }
}

function defined<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Options>
}

async function show(page: Page, { viewport, ...media }: Look): Promise<void> {
  await page.setViewportSize(viewport ?? USUAL_LOOK.viewport)
  await page.emulateMedia(media)
}

async function tidy(page: Page, hasScripts: boolean): Promise<void> {
  if (hasScripts) await page.goto('about:blank') // what it gives up as it goes is nobody's any more
  for (const event of ['console', 'pageerror', 'dialog', 'request', 'response'] as const)
    page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.mouse.move(0, 0) // a link below it would be reached for
}

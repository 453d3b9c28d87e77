import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage, type Visit } from '#tests/support/browser/kept-page.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { type DeskProxy, startDeskProxy } from '#tests/support/desk/desk-proxy.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

interface NavigationDesk {
  desk: DeskProcess
  proxy: DeskProxy
  /** The slug of the project of its issues: other files send theirs to the same desk. */
  project: string
}

let started: Promise<NavigationDesk> | undefined

/** The desk of this process with issues that fill a list, and a proxy before it, which its files share as well. */
export function sharedNavigationDesk(): Promise<NavigationDesk> {
  started ??= fillNavigationDesk()
  return started
}

async function fillNavigationDesk(): Promise<NavigationDesk> {
  const desk = await sharedDesk()
  const proxy = await startDeskProxy(desk)
  const { dsn, slug: project } = await addProject(desk, 'Shop')
  for (let issue = 0; issue < 40; issue++) {
    const type = `Error${String.fromCharCode(65 + (issue % 26), 65 + Math.floor(issue / 26))}`
    await sendEvent(dsn, { exception: { values: [{ type, value: 'no price' }] } })
  }
  return { desk, proxy, project }
}

/** For each test file that navigates: the desk that such files share, its proxy, and a browser. */
export function startNavigationDesk() {
  let desk: DeskProcess
  let proxy: DeskProxy
  let project: string
  let browser: Browser
  const openPage = keepPage({
    browser: () => browser,
    desk: () => desk,
    url: () => proxy.url,
  })

  beforeAll(async () => {
    const shared = await sharedNavigationDesk()
    desk = shared.desk
    proxy = shared.proxy
    project = shared.project
    browser = await launchChromium()
  })
  afterEach(() => proxy.reset())
  afterAll(() => closeWindows(browser))
  return {
    desk: () => desk,
    proxy: () => proxy,
    project: () => project,
    /**
     * A signed-in page at an address, hydrated, its clock in the test's hands if it wants it. Links in view are left
     * alone, as on a connection that saves data, until `watchLinks()`: each test counts its own requests only.
     */
    async open(
      path: string,
      { clock = false, isFresh = false, willSignOut = false, ...options }: OpenOptions = {},
    ): Promise<Page> {
      const page = await openPage({
        ...options,
        isFresh: clock || isFresh,
        ...(willSignOut && { session: await signInForCookie(desk) }),
      })
      if (clock) await page.clock.install()
      await page.goto(path)
      if (options.javaScriptEnabled !== false) await untilHydrated(page)
      proxy.requests.length = 0
      return page
    },
  }
}

interface OpenOptions extends Visit {
  clock?: boolean
  /** Has a session of its own to end. */
  willSignOut?: boolean
}

export async function untilHydrated(page: Page): Promise<void> {
  // Vike's own mark, by which its tests wait as well
  await page.waitForFunction(
    () => '_vike' in window && Boolean((window._vike as Record<string, string>).fullyRenderedUrl),
  )
}

/** From now on links that come into view are prefetched; those that are in view already are not. */
export async function watchLinks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // observers hear once a frame, in no order: when this one has heard twice, the page's own has as well
    for (let frame = 0; frame < 2; frame++) {
      await new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body))
    }
    Object.assign(navigator, { connection: { saveData: false } })
  })
}

/** Puts links into a page, in view, as its component would. */
export async function addLinks(page: Page, hrefs: string[]): Promise<void> {
  await page.evaluate((addresses) => {
    const list = document.createElement('nav')
    list.setAttribute('aria-label', 'Links of the test')
    list.style.cssText = 'position:fixed;inset:0 0 auto auto;z-index:9;display:grid;background:white'
    for (const address of addresses) {
      const link = document.createElement('a')
      link.href = address
      link.textContent = address
      list.append(link)
    }
    document.body.append(list)
  }, hrefs)
}

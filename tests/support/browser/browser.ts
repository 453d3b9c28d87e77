import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type DeskProcess, owner } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { findLightChromium, findOrInstallChromium } from './chromium/find-chromium.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** One process shows all pages: a test has one open, and a process for each load is a quarter of a load's work. */
const oneRenderer = ['--renderer-process-limit=1', '--disable-site-isolation-trials']

let launched: Promise<Browser> | undefined

/** Gives the browser of this process, which all its test files share: each closes its windows, and exit ends it. */
export async function launchChromium(): Promise<Browser> {
  if (launched !== undefined && (await launched).isConnected()) return launched
  launched = chromium.launch({ executablePath: findLightChromium(), args: [...flags, ...oneRenderer] })
  return launched
}

/** Ends what a test file has opened. */
export async function closeWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

/** For what is measured as people have it. */
export function launchWholeChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findOrInstallChromium(), args: flags })
}

/** A page of the owner, in a context of its own. Nothing is open in it yet. */
export async function openAsOwner(
  browser: Browser,
  desk: DeskProcess,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.url, ...options })
  await context.addCookies([cookieFor(desk.url, await sessionOf(desk))])
  const page = await context.newPage()
  await saveData(page)
  return page
}

/**
 * Has links in view left alone, as on a connection that saves data: what a list of links prefetches is more work than the
 * page itself, for the desk as well. Links that the pointer or the focus reaches are prefetched as always.
 */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, writable: true })
  })
}

/** A session's header, as a context takes it. */
export function cookieFor(url: string, session: string) {
  const [name = '', value = ''] = session.split('=')
  return { url, name, value }
}

/** A page of somebody who has signed in as the owner by the form, with a session of their own. */
export async function openSignedIn(
  browser: Browser,
  desk: DeskProcess,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.url, ...options })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/issues')
  return page
}

/** Waits until React answers in the page: a click before that is the document's, and nothing comes of it. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const propsOf = (element: Element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
      return (element as unknown as Record<string, object | undefined>)[key ?? ''] // React's own mark
    }
    /** What the server alone renders is React's nowhere. */
    const isStill = (element: Element): boolean => {
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const props = propsOf(one)
        if (props !== undefined && 'dangerouslySetInnerHTML' in props) return true
      }
      return false
    }
    const all = [...document.querySelectorAll('#root button, #root a')]
    const last = all.findLast((element) => !isStill(element))
    return last !== undefined && propsOf(last) !== undefined
  })
}

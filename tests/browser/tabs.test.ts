import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, launchChromium, openAsOwner, openSignedIn } from '#tests/support/browser/browser.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

let desk: DeskProcess
let browser: Browser
let dsn: string

beforeAll(async () => {
  desk = await sharedDesk()
  browser = await launchChromium()
  const project = await addProject(desk, 'Tabs')
  dsn = project.dsn
  await sendEvent(dsn, { exception: { values: [{ type: 'FirstError', value: 'no price' }] } })
})

afterAll(() => closeWindows(browser))

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const news = (page: Page) => page.getByRole('main').getByRole('status').getByRole('button')
const isLive = (page: Page) => page.evaluate(() => document.documentElement.dataset.live === 'on')

/** Streams of a browser that are open now, by the page that holds them. */
function watchStreams(context: BrowserContext): Map<Request, Page> {
  const open = new Map<Request, Page>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') open.set(request, request.frame().page())
  })
  const end = (request: Request) => open.delete(request)
  context.on('requestfailed', end)
  context.on('requestfinished', end)
  return open
}

async function openTabs(count: number, prepare?: () => void, openFirst = openAsOwner) {
  const first = await openFirst(browser, desk)
  const context = first.context()
  onTestFinished(() => context.close())
  if (prepare !== undefined) await context.addInitScript(prepare)
  const streams = watchStreams(context)
  const tabs = [first]
  while (tabs.length < count) tabs.push(await context.newPage())
  const startedAt = performance.now()
  await Promise.all(tabs.map((tab) => tab.goto('/issues', { timeout: 20_000 })))
  for (const tab of tabs) await soon(() => isLive(tab)).toBe(true)
  return { tabs, streams, context, openedInMs: performance.now() - startedAt }
}

async function allHear(tabs: readonly Page[], type: string): Promise<void> {
  await sendEvent(dsn, { exception: { values: [{ type, value: 'no price' }] } })
  for (const tab of tabs) await soon(() => news(tab).textContent()).toMatch(/^Show \d+ new issues?$/)
}

/** One more than a browser opens connections to a host: with a stream each, the last would wait for ever. */
const TABS = 7

describe('seven tabs of one browser, over HTTP/1.1', () => {
  it('all load, share one stream, and hand it over when its tab closes', async () => {
    const { tabs, streams, openedInMs } = await openTabs(TABS)
    expect(openedInMs).toBeLessThan(20_000)
    await soon(() => streams.size).toBe(1)
    await allHear(tabs, 'AllTabsError')
    const [leader] = streams.values()
    await leader?.close()
    const others = tabs.filter((tab) => tab !== leader)
    await soon(() => [...streams.values()].filter((tab) => tab !== leader).length).toBe(1)
    for (const tab of others) await tab.reload()
    for (const tab of others) await soon(() => isLive(tab)).toBe(true)
    await allHear(others, 'HandedOverError')
    await soon(() => [...streams.values()].filter((tab) => tab !== leader).length).toBe(1)
  }, 120_000)

  it('also share it at plain http on another host, where there are no Web Locks', async () => {
    const { tabs, streams } = await openTabs(TABS, () => {
      Object.defineProperty(navigator, 'locks', { value: undefined })
    })
    await soon(() => streams.size).toBe(1)
    await allHear(tabs, 'InsecureTabsError')
  }, 120_000)

  it('miss no update while the tab that leads is hidden', async () => {
    const { tabs, streams } = await openTabs(3)
    await soon(() => streams.size).toBe(1)
    const [leader] = streams.values()
    const sent = sendEvent(dsn, { exception: { values: [{ type: 'MeanwhileError', value: 'no price' }] } })
    await leader?.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await sent
    for (const tab of tabs.filter((one) => one !== leader)) {
      await soon(() => news(tab).textContent()).toBe('Show 1 new issue')
    }
    expect([...streams.values()]).not.toContain(leader)
  }, 60_000)
})

describe('tabs of two accounts in one browser', () => {
  it('share no stream: the account that was signed in before receives nothing more', async () => {
    const { tabs, context } = await openTabs(2, undefined, openSignedIn) // a session that ends here
    const email = 'grace@example.test'
    const { password } = JSON.parse(await desk.cli('user', 'add', email, '--json')) as { password: string } // our own CLI
    const refused = context.waitForEvent('response', {
      predicate: (response) => response.url().includes('&viewer=1') && response.status() === 403,
      timeout: 60_000,
    })
    const other = await context.newPage()
    await other.goto('/sign-in')
    await other.getByLabel('Email').fill(email)
    await other.getByLabel('Password').fill(password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.waitForURL('**/issues')
    await soon(() => isLive(other)).toBe(true)
    await refused // the stream of the session that has ended is gone, and no other is had in its place
    for (const tab of tabs) await soon(() => isLive(tab)).toBe(false)
    await allHear([other], 'OtherAccountError')
    for (const tab of tabs) expect(await news(tab).count()).toBe(0)
  }, 120_000)
})

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { violationsOf } from '#tests/support/browser/faults/axe.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { sendItems } from '#tests/support/fill/send-items.ts'
import { freePort } from '#tests/support/run/free-port.ts'

let desk: DeskProcess
let browser: Browser
const openPage = keepPage({ browser: () => browser, desk: () => desk })
let dsn: string
let page: Page
let context: BrowserContext
let sent = 0

beforeAll(async () => {
  desk = await sharedDesk()
  browser = await launchChromium()
  const project = await addProject(desk, 'Live')
  dsn = project.dsn
  await fail('FirstError')
})

afterAll(() => closeWindows(browser))

beforeEach(async () => {
  page = await openPage()
  context = page.context()
})

function fail(type: string) {
  return sendEvent(dsn, { exception: { values: [{ type, value: `no price ${++sent}` }] } })
}

/** Opens the page, and waits until it hears what comes. */
async function listen(at: Page, path = '/issues'): Promise<void> {
  await at.goto(path)
  await at.locator('html[data-live="on"]').waitFor() // of this document: the one before may have opened its stream just now
  // One of two desks may hear late of an event that the page shows already, and then offers an update.
  if ((await news(at).count()) > 0) await listen(at, path)
}

/** Likewise, and until the data of a link's page came, because it is in view or is reached for. Gives the link. */
async function listenAndReach(path: string, name: string | RegExp, payload: RegExp): Promise<Locator> {
  const reached = page.waitForResponse((response) => payload.test(response.url()))
  await listen(page, path)
  const link = page.getByRole('link', { name }).first()
  await link.hover()
  await reached
  return link
}

const news = (at: Page) => at.getByRole('main').getByRole('status').getByRole('button')
/** A browser on a busy machine takes its time. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })
const rowNames = (at: Page) => at.locator('tbody tr a').allInnerTexts()

describe('a list', () => {
  it('says in every tab that events came, and shows them in the tab that is clicked', async () => {
    const other = await context.newPage()
    await listen(page)
    await listen(other)
    await fail('BothTabsError')
    await soon(() => news(other).textContent()).toBe('Show 1 new issue')
    await soon(() => news(page).textContent()).toBe('Show 1 new issue')
    expect(await rowNames(page)).not.toContain('BothTabsError')
    await news(page).click()
    await soon(async () => (await rowNames(page))[0]).toBe('BothTabsError')
    expect(await news(page).count()).toBe(0)
    expect(await rowNames(other)).not.toContain('BothTabsError')
    expect((await violationsOf(other)).filter((violation) => violation.includes('<button'))).toEqual([])
  })

  it('keeps ticked rows and the focus, and updates the counts', async () => {
    await fail('TickedError')
    await listen(page)
    const row = page.getByRole('row', { name: /TickedError/ })
    await row.getByRole('checkbox').check()
    const main = page.getByRole('navigation', { name: 'Main' })
    const openCount = async () =>
      Number(/\d+/.exec(await main.getByRole('link', { name: /^Issues/ }).innerText())?.[0])
    const openBefore = await openCount()
    await fail('TickedError')
    await soon(() => row.getByRole('cell').nth(2).innerText()).toBe('2')
    await fail('AnotherError')
    await soon(openCount).toBe(openBefore + 1)
    await news(page).press('Enter')
    await soon(async () => (await rowNames(page))[0]).toBe('AnotherError')
    expect(await row.getByRole('checkbox').isChecked()).toBe(true)
  })
})

describe('an issue that is open', () => {
  it.each(['', '/events/latest'])(
    'says on its page%s how many events came, and takes them in',
    async (rest) => {
      const type = `OpenError${rest.length}`
      await fail(type)
      await page.goto('/issues')
      const link = page.getByRole('main').getByRole('link', { name: type })
      const only = page.getByText('The only event of this issue')
      await listen(page, `${await link.getAttribute('href')}${rest}`)
      await fail(type)
      await only.waitFor()
      await fail('ElsewhereError')
      await soon(() => news(page).textContent()).toBe('1 new event')
      await fail(type)
      await soon(() => news(page).textContent()).toBe('2 new events')
      await news(page).press('Enter')
      await soon(() => news(page).count()).toBe(0)
      await only.waitFor({ state: 'detached' })
    },
  )
})

describe('an event that comes while a page is loading', () => {
  it.each(['list', 'issue'])('is announced on the page of the %s once it receives updates', async (kind) => {
    const type = `Early${kind}Error`
    await fail(type)
    await page.goto('/issues')
    const link = page.getByRole('main').getByRole('link', { name: type })
    const path = kind === 'list' ? '/issues' : await link.getAttribute('href')
    const { promise: sent, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/live?**', async (route) => {
      await sent
      await route.continue()
    })
    await page.goto(path ?? '')
    await fail(kind === 'list' ? 'LateError' : type)
    goOn()
    // An event that is counted once the page listens is told by its number.
    const told = kind === 'list' ? /^Show 1 new issue$/ : /^(Show updates|1 new event)$/
    await soon(() => news(page).textContent()).toMatch(told)
  })

  it('is on a list that was prefetched before', async () => {
    const link = await listenAndReach('/digests', /^Issues/, /\/issues\/index\.page/)
    const before = await link.innerText()
    await fail('OnListNowError')
    await soon(() => link.innerText()).not.toBe(before)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor()
    await soon(async () => (await rowNames(page))[0]).toBe('OnListNowError')
  })

  it('is on the page of an issue that was prefetched before', async () => {
    await fail('ReachedError')
    const link = await listenAndReach('/issues', 'ReachedError', /issues\/\d+\/index\.page/)
    const open = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Issues/ })
    const before = await open.innerText()
    await fail('ReachedError')
    await fail('TellingError') // the list hears of both at once
    await soon(() => open.innerText()).not.toBe(before)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'ReachedError' }).waitFor()
    await page.getByText('The only event of this issue').waitFor({ state: 'detached' })
  })
})

describe('a change by somebody else', () => {
  it('is announced on the issue’s page, and shown after a click', async () => {
    await fail('SharedError')
    await page.goto('/issues')
    const path = await page.getByRole('main').getByRole('link', { name: 'SharedError' }).getAttribute('href')
    const other = await context.newPage()
    await listen(page, path ?? '')
    await listen(other, path ?? '')
    await other.getByRole('button', { name: 'Resolve', exact: true }).click()
    await soon(() => news(page).textContent()).toBe(`Resolved by ${owner.email}: show`)
    await news(page).click()
    await soon(() => news(page).count()).toBe(0)
    await page
      .getByRole('main')
      .getByText(/^Resolved/)
      .first()
      .waitFor()
    expect(await news(other).filter({ hasNotText: 'Undo' }).count()).toBe(0)
  })

  it('is announced over a list, and updates the counts', async () => {
    await fail('ListedError')
    const other = await context.newPage()
    await listen(page)
    await listen(other)
    const open = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Issues/ })
    const before = Number(/\d+/.exec(await open.innerText())?.[0])
    await other
      .getByRole('row', { name: /ListedError/ })
      .getByRole('checkbox')
      .check()
    await other.getByRole('button', { name: 'Resolve', exact: true }).click()
    await soon(async () => Number(/\d+/.exec(await open.innerText())?.[0])).toBe(before - 1)
    await soon(() => news(page).textContent()).toBe(`Show changes by ${owner.email}`)
    expect(await rowNames(page)).toContain('ListedError')
    await news(page).click()
    await soon(() => rowNames(page)).not.toContain('ListedError')
  })
})

describe('a change by a command', () => {
  it('is announced over a list, and shown after a click', async () => {
    const ofShop = page.getByRole('row', { name: 'OperationalError' })
    await listen(page)
    await desk.cli('demo')
    await soon(() => news(page).textContent()).toMatch(/^Show \d+ new/)
    await news(page).click()
    await ofShop.waitFor()
    await desk.cli('demo', '--remove')
    await soon(() => news(page).count()).toBe(1)
    await news(page).click()
    await ofShop.waitFor({ state: 'detached' })
  })
})

describe('logs that are followed', () => {
  const write = (body: string) =>
    sendItems(dsn, {
      type: 'log',
      headers: { item_count: 1, content_type: 'application/vnd.sentry.items.log+json' },
      payload: {
        items: [{ timestamp: Date.now() / 1000, level: 'info', body, trace_id: 'a'.repeat(32) }],
      },
    })

  it('appear as they are written, and nothing is requested meanwhile', async () => {
    await listen(page, '/logs?follow=1')
    await page.locator('html[data-live="on"]').waitFor()
    await write('first of two')
    await page.getByText('first of two').first().waitFor()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('pageContext.json')) asked++
    })
    await write('second of two')
    await page.getByText('second of two').first().waitFor()
    expect(asked).toBe(1)
  })

  it('appear without the stream as well', async () => {
    await page.route('**/live*', (route) => route.abort())
    await page.goto('/logs?follow=1')
    await write('asked for')
    await page.getByText('asked for').first().waitFor()
  })
})

describe('a hidden page', () => {
  it('receives nothing, and catches up when it becomes visible again', async () => {
    await listen(page)
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/live'))
    await setVisibility(page, 'hidden')
    await closed
    await fail('MissedError')
    const again = page.waitForRequest((request) => request.url().includes('/live?after='))
    await setVisibility(page, 'visible')
    await again
    await soon(() => news(page).textContent()).toBe('Show 1 new issue')
  })
})

describe('a server that goes', () => {
  it('is found again when it comes back', async () => {
    const env = { PORT: String(await freePort()) }
    const own = await startPreparedDesk({ env })
    onTestFinished(async () => {
      await own.stop()
      await removeData(own)
    })
    const { dataDir } = own
    const visitor = await openAsOwner(browser, own)
    onTestFinished(() => visitor.context().close())
    const project = await addProject(own, 'Shop')
    await listen(visitor)
    expect(await own.stop()).toBe(0)
    await visitor.locator('html[data-live="off"]').waitFor()
    await startTestDesk({ dataDir, env })
    await visitor.locator('html[data-live="on"]').waitFor()
    await sendEvent(project.dsn)
    await soon(() => news(visitor).count()).toBe(1)
  }, 120_000) // two desks start, and a page asks again the later the longer it asked
})

/** A browser that is driven has no hidden tabs: the page is told so, as it would be. */
function setVisibility(at: Page, state: 'hidden' | 'visible'): Promise<void> {
  return at.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

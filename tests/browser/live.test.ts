import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { launchChromium, openAsOwner } from '../support/browser.ts'
import { type DeskProcess, removeData, startDesk } from '../support/desk-process.ts'
import { keepPage } from '../support/kept-page.ts'
import { sendEvent } from '../support/send-event.ts'

let desk: DeskProcess
let browser: Browser
const openPage = keepPage({ browser: () => browser, desk: () => desk })
let dsn: string
let page: Page
let context: BrowserContext
let sent = 0

beforeAll(async () => {
  desk = await startDesk()
  browser = await launchChromium()
  const project = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string }
  dsn = project.dsn
  await fail('FirstError')
})

afterAll(async () => {
  await browser.close()
  await desk.stop()
  await removeData(desk)
})

beforeEach(async () => {
  page = await openPage()
  context = page.context()
})

function fail(type: string) {
  return sendEvent(dsn, { exception: { values: [{ type, value: `no price ${++sent}` }] } })
}

/** Opens the page, and waits until it hears what comes. */
async function listen(at: Page, path = '/issues'): Promise<void> {
  const stream = at.waitForResponse((response) => new URL(response.url()).pathname === '/live')
  await at.goto(path)
  expect((await stream).status()).toBe(200)
}

const news = (at: Page) => at.getByRole('main').getByRole('button', { name: /^Show|new event/ })
const rowNames = (at: Page) => at.locator('tbody tr a').allInnerTexts()

describe('a list', () => {
  it('says in every tab what came, and takes it in where it is clicked', async () => {
    const other = await context.newPage()
    await listen(page)
    await listen(other)
    await fail('BothTabsError')
    await expect.poll(() => news(other).textContent()).toBe('Show 1 new issue')
    await expect.poll(() => news(page).textContent()).toBe('Show 1 new issue')
    expect(await rowNames(page)).not.toContain('BothTabsError')
    await news(page).click()
    await expect.poll(async () => (await rowNames(page))[0]).toBe('BothTabsError')
    expect(await news(page).count()).toBe(0)
    expect(await rowNames(other)).not.toContain('BothTabsError')
    expect((await violationsOf(other)).filter((violation) => violation.includes('<button'))).toEqual([])
  })

  it('keeps what is ticked and the focus, and moves the counts', async () => {
    await fail('TickedError')
    await listen(page)
    const row = page.getByRole('row', { name: /TickedError/ })
    await row.getByRole('checkbox').check()
    const main = page.getByRole('navigation', { name: 'Main' })
    const openCount = async () =>
      Number(/\d+/.exec(await main.getByRole('link', { name: /^Issues/ }).innerText())?.[0])
    const openBefore = await openCount()
    await fail('TickedError')
    await expect.poll(() => row.getByRole('cell').nth(2).innerText()).toBe('2')
    await fail('AnotherError')
    await expect.poll(openCount).toBe(openBefore + 1)
    await news(page).press('Enter')
    await expect.poll(async () => (await rowNames(page))[0]).toBe('AnotherError')
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
      const only = page.getByText('The only event of this issue.')
      await listen(page, `${await link.getAttribute('href')}${rest}`)
      await fail(type)
      await only.waitFor()
      await fail('ElsewhereError')
      await expect.poll(() => news(page).textContent()).toBe('1 new event')
      await fail(type)
      await expect.poll(() => news(page).textContent()).toBe('2 new events')
      await news(page).press('Enter')
      await expect.poll(() => news(page).count()).toBe(0)
      await only.waitFor({ state: 'detached' })
    },
  )
})

describe('a hidden page', () => {
  it('hears nothing, and learns what it has missed when it is seen again', async () => {
    await listen(page)
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/live'))
    await setVisibility(page, 'hidden')
    await closed
    await fail('MissedError')
    const again = page.waitForRequest((request) => request.url().includes('/live?after='))
    await setVisibility(page, 'visible')
    await again
    await expect.poll(() => news(page).textContent()).toBe('Show 1 new issue')
  })
})

describe('a server that goes', () => {
  it('is found again when it comes back', async () => {
    const own = await startDesk()
    const { port } = new URL(own.url)
    const { dataDir } = own
    const visitor = await openAsOwner(browser, own)
    onTestFinished(() => visitor.context().close())
    const project = JSON.parse(await own.cli('project', 'add', 'Shop', '--json')) as { dsn: string }
    await listen(visitor)
    expect(await own.stop()).toBe(0)
    const back = await startDesk({ dataDir, env: { PORT: port } })
    onTestFinished(async () => {
      await back.stop()
      await removeData(back)
    })
    await visitor.waitForResponse((response) => response.url().includes('/live') && response.ok(), {
      timeout: 20_000,
    })
    await sendEvent(project.dsn)
    await expect.poll(() => news(visitor).count(), { timeout: 10_000 }).toBe(1)
  }, 60_000)
})

/** A browser that is driven has no hidden tabs: the page is told so, as it would be. */
function setVisibility(at: Page, state: 'hidden' | 'visible'): Promise<void> {
  return at.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothLooks, inDealtLook, LOOKS } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { untilHydrated } from '#tests/support/desk/prepared/navigation-desk.ts'
import {
  CART_TRACE,
  fillWithTraces,
  HOSTILE_TRACE,
  LARGE_TRACE,
  QUERY_SPAN,
  SLOW_CART_TRACE,
} from '#tests/support/desk/prepared/waterfall-desk.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { someOf } from '#tests/support/run/doses.ts'

let desk: DeskProcess
let browser: Browser

beforeAll(async () => {
  desk = await sharedDesk()
  await fillWithTraces(desk, Date.now())
  browser = await launchChromium()
})

afterAll(() => closeWindows(browser))

const openPage = keepPage({ browser: () => browser, desk: () => desk })

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options)
  await page.goto(path)
  if (options.javaScriptEnabled !== false) await untilHydrated(page)
  return page
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const isLive = (page: Page) => page.locator('[role=treegrid][data-live]').waitFor()

describe('links in the rows', () => {
  it('are neither observed nor prefetched, because they lead to the same page', async () => {
    const page = await openPage({ isFresh: true })
    await page.addInitScript(() => {
      Object.assign(navigator, { connection: { saveData: false } }) // or nothing would be fetched because it is in view
      const { observe } = IntersectionObserver.prototype
      IntersectionObserver.prototype.observe = function (target) {
        if (target instanceof HTMLAnchorElement) target.dataset.isWatched = ''
        observe.call(this, target)
      }
    })
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('pageContext.json')) fetched.push(request.url())
    })
    await page.goto(`/traces/${LARGE_TRACE}`)
    await isLive(page)
    await page.locator('nav a[data-is-watched]').first().waitFor()
    const links = page.getByRole('treegrid').getByRole('link')
    expect(await links.count()).toBeGreaterThan(20)
    await links.nth(10).hover()
    await page.mouse.wheel(0, 2_000) // others come into view
    await links.last().hover()
    const reached = page.waitForRequest((request) => request.url().includes('/search-help/'))
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/search-help'
      document.body.append(link)
      link.focus() // after all that was reached for before
    })
    await reached
    expect(await page.locator('[role=treegrid] [data-is-watched]').count()).toBe(0)
    const searches = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).search))
    expect(fetched.filter((url) => searches.includes(new URL(url).search))).toEqual([])
  })
})

describe('a trace', () => {
  it('shows errors, logs and unfinished spans of both sides at the right times', async () => {
    const page = await open(`/traces/${CART_TRACE}`)
    await page.getByRole('heading', { level: 1, name: '/cart' }).waitFor()
    await page.getByText('The browser clock in shop-web was moved forward by 1.2 s.').waitFor()
    await page.getByText('One span’s parent is not stored').waitFor()
    const names = await page.getByRole('row').allInnerTexts()
    const place = (text: string) => names.findIndex((name) => name.includes(text))
    expect(place('GET /cart payload')).toBeGreaterThan(place('navigation'))
    expect(place('sku TR-42-BLK not found')).toBeGreaterThan(place('select cart_line'))
    expect(place('TypeError: no price')).toBeGreaterThan(place('select catalogue_item'))
    expect(place('ms with nothing recorded')).toBeGreaterThan(-1)
    expect(place('parent not stored')).toBe(names.length - 1)
    await page.getByRole('link', { name: /TypeError: no price/ }).click()
    await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor()
  })

  it('can be navigated, collapsed and opened with the keys of a tree', async () => {
    const page = await open(`/traces/${CART_TRACE}`)
    await isLive(page)
    await row(page, /^Collapse navigation/).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focusedRow(page)).toContain('GET /cart payload')
    await page.keyboard.press('ArrowLeft')
    await row(page, /Expand http.client GET \/cart payload, 8 rows/).waitFor()
    expect(await row(page, /select cart_line/).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('fold')).toBe('0000000000000002')
    await page.keyboard.press('ArrowRight')
    await row(page, /select cart_line/).waitFor()
    expect(new URL(page.url()).searchParams.has('fold')).toBe(false)
    await page.keyboard.press('End')
    expect(await focusedRow(page)).toContain('cart.viewed')
    await page.keyboard.press('Home')
    expect(await focusedRow(page)).toContain('navigation')
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: /select cart_line from cart/ })
    await panel.waitFor()
    expect(new URL(page.url()).searchParams.get('span')).toBe(QUERY_SPAN)
    await panel.getByRole('link', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has('span')).toBe(false)
  })

  it('opens a span by a click anywhere in its row, and an error by one beside its name', async () => {
    const page = await open(`/traces/${CART_TRACE}`)
    await isLive(page)
    await row(page, /select cart_line/)
      .getByRole('gridcell')
      .last()
      .click()
    const panel = page.getByRole('complementary', { name: /select cart_line from cart/ })
    await panel.waitFor()
    expect(new URL(page.url()).searchParams.get('span')).toBe(QUERY_SPAN)
    await row(page, /TypeError: no price/)
      .getByRole('gridcell')
      .nth(1)
      .click()
    await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor()
  })

  it('shows a span over its rows on a phone, and the row above it', async () => {
    const viewport = { width: 390, height: 700 }
    const page = await open(`/traces/${CART_TRACE}`, { viewport, hasTouch: true })
    await isLive(page)
    await row(page, /select cart_line/)
      .getByRole('link')
      .last()
      .click()
    const panel = page.getByRole('complementary', { name: /select cart_line from cart/ })
    const top = (await panel.boundingBox())?.y ?? 0
    expect(top).toBeGreaterThan(viewport.height * 0.25)
    expect(top).toBeLessThan(viewport.height * 0.7)
    await expect
      .poll(async () => {
        const box = await row(page, /select cart_line/).boundingBox()
        return box !== null && box.y > 0 && box.y + box.height <= top
      })
      .toBe(true)
  })

  it('is the same when its address is opened again', async () => {
    const page = await open(`/traces/${CART_TRACE}?fold=0000000000000004&span=${QUERY_SPAN}`)
    await page.getByRole('complementary', { name: /select cart_line/ }).waitFor()
    await row(page, /Expand http.server GET \/cart/).waitFor()
    expect(await row(page, /db select catalogue_item/).count()).toBe(0)
  })

  it('is zoomed by drawing over it', async () => {
    const page = await open(`/traces/${CART_TRACE}`)
    const map = page.getByRole('img', { name: /Whole trace/ })
    await page.locator('[data-can-draw]').waitFor()
    const box = await map.boundingBox()
    if (box === null) throw new Error('Cannot draw: there is no minimap')
    await page.mouse.move(box.x + box.width * 0.25, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + 10, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL(/from=18\d&to=37\d/)
    await page.getByRole('link', { name: 'Whole trace' }).waitFor()
    expect(await row(page, /ui.render/).count()).toBe(0)
  })
})

describe('ten thousand spans', () => {
  it('are scrolled with few of them in the document', async () => {
    const page = await open(`/traces/${LARGE_TRACE}`)
    await isLive(page)
    const grid = page.getByRole('treegrid', { name: 'Waterfall' })
    const count = Number(await grid.getAttribute('aria-rowcount'))
    expect(count).toBeGreaterThan(10_000)
    await row(page, /^Collapse http.server GET \/shelf\/1 /).focus()
    await page.keyboard.press('End')
    await row(page, /select \* from shelf where id = 498/).waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(120)
    expect(await page.locator(`[aria-rowindex="${count}"]`).count()).toBe(1)
    await page.keyboard.press('Home')
    await row(page, /^Collapse http.server GET \/shelf\/1 /).waitFor()
  })

  it('are read in pages without JavaScript', async () => {
    const page = await open(`/traces/${LARGE_TRACE}`, { javaScriptEnabled: false })
    expect(await page.getByRole('row').count()).toBe(101)
    await page.getByRole('link', { name: 'Next rows' }).click()
    await page.waitForURL(/at=100/)
    await page.locator('[aria-rowindex="102"]').waitFor()
    await page.getByRole('link', { name: 'Below 1' }).click()
    await row(page, /Expand loader pages\/shelf\/0/)
      .first()
      .waitFor()
  })
})

describe('without JavaScript', () => {
  it('collapses, filters and opens by links, and zooms by a form', async () => {
    const page = await open(`/traces/${CART_TRACE}`, { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Collapse http.server GET /cart' }).click()
    await page.getByRole('link', { name: 'Expand http.server GET /cart, 7 rows' }).click()
    await page.getByRole('link', { name: 'db select cart_line from cart' }).click()
    await page.getByRole('complementary', { name: /select cart_line/ }).waitFor()
    await page.getByRole('navigation', { name: 'Rows' }).getByRole('link', { name: 'Errors' }).click()
    await row(page, /TypeError: no price/).waitFor()
    expect(await row(page, /ui.render/).count()).toBe(0)
    await page.goto(`/traces/${CART_TRACE}`)
    await page.locator('summary', { hasText: 'Zoom' }).click()
    await page.getByLabel('to (ms)').fill('100')
    await page.getByRole('button', { name: 'Zoom' }).click()
    await page.waitForURL(/to=100/)
    expect(await row(page, /ui.render/).count()).toBe(0)
  })

  it('compares a trace with one of its route, chosen from a list', async () => {
    const page = await open(`/traces/${CART_TRACE}`, { javaScriptEnabled: false })
    await page.getByText('Compare with').click()
    await page.getByRole('region', { name: 'Typical for this route' }).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Compare traces' }).waitFor()
  })

  it('compares two traces', async () => {
    const page = await open(`/traces/${CART_TRACE}`, { javaScriptEnabled: false })
    await page.getByText('Compare with').click()
    await page.getByLabel('Other trace ID').fill(SLOW_CART_TRACE)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('heading', { level: 1, name: 'Compare traces' }).waitFor()
    await row(page, /navigation \/cart .*742 ms.*1.5 s.*\+742 ms/).waitFor()
    await page.goto(`/traces/${CART_TRACE}?with=${'9'.repeat(32)}`)
    expect(await page.getByRole('alert').innerText()).toContain('nothing is stored for the other trace')
  })
})

describe('the list of traces', () => {
  it('can be searched and sorted, and opens a trace by its id', async () => {
    const page = await open('/traces', { javaScriptEnabled: false })
    const search = page.getByRole('searchbox', { name: 'Search traces' })
    expect(await search.inputValue()).toBe('is:root')
    await search.fill('/cart is:root has:error')
    await search.press('Enter')
    const rows = page.getByRole('table').last().getByRole('row')
    await rows.filter({ hasText: '/cart' }).first().waitFor()
    await expect.poll(() => rows.count()).toBe(3) // the whole list has rows of that name as well
    await page.getByRole('link', { name: 'Slowest' }).click()
    expect(await rows.nth(1).innerText()).toContain('1.5 s')
    await search.fill('duration:soon')
    await search.press('Enter')
    expect(await page.getByRole('alert').innerText()).toContain('duration:soon needs a duration')
    await search.fill(CART_TRACE)
    await search.press('Enter')
    await page.waitForURL(`**/traces/${CART_TRACE}`)
  })

  it('is narrowed to a range of durations that is drawn, and to a group', async () => {
    const page = await open('/traces')
    const plot = page.getByRole('group', { name: /Arrow keys/ })
    await plot.focus()
    for (const key of ['End', 'Shift+ArrowLeft', 'Enter']) await plot.press(key)
    await page.waitForURL(/duration%3A/)
    const search = page.getByRole('searchbox', { name: 'Search traces' })
    // The address changes before the page is rendered.
    await expect.poll(() => search.inputValue()).toMatch(/^is:root duration:[\d.]+m?s\.\.[\d.]+m?s$/)
    const group = page.getByRole('region', { name: 'Group by' }).getByRole('table').getByRole('link').first()
    await group.click()
    await page.waitForURL(/name%3A/)
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.waitForURL((url) => !url.search.includes('duration'))
  })
})

describe('in light and wide, dark and narrow', () => {
  const shown = [
    ['a comparison', `/traces/${CART_TRACE}?with=${SLOW_CART_TRACE}`],
    ['a trace and a span', `/traces/${CART_TRACE}?span=${QUERY_SPAN}`],
    ['the list', '/traces'],
    ['hostile names', `/traces/${HOSTILE_TRACE}`],
    ['a hostile span', `/traces/${HOSTILE_TRACE}?span=0000000000000004`],
    ['a hostile statement', `/traces/${HOSTILE_TRACE}?span=0000000000000003`],
    ['a hostile comparison', `/traces/${HOSTILE_TRACE}?with=${CART_TRACE}`],
  ] as const
  it.each(someOf(shown, 3))('%s has no fault, and fits', async (_name, path) => {
    const page = await open(path, { ...LOOKS[0], bypassCSP: true })
    await inBothLooks(page, async (look) => expect(await overflowOf(page), look).toBe(0))
    await inDealtLook(page, async (look) => expect(await violationsOf(page), look).toEqual([]))
    expect(await page.title()).not.toBe('pwned')
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
    expect((await page.content()).length).toBeLessThan(600_000)
  })
})

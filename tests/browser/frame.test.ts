import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'
import { takeTurns } from '#tests/support/run/doses.ts'

const { open } = startNavigationDesk()

const paperOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const accountOf = (page: Page) => page.locator('summary', { hasText: 'Account' })

describe.each([true, false])('the theme, JavaScript %s', (javaScriptEnabled) => {
  it('is chosen in the account menu, is saved, and leads back to the page', async () => {
    const page = await open('/issues?query=', { javaScriptEnabled, colorScheme: 'light', bypassCSP: true })
    const light = await paperOf(page)
    await accountOf(page).click()
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await page.waitForURL('**/issues?query=')
    const dark = await paperOf(page)
    expect(dark).not.toBe(light)
    await page.goto('/digests')
    expect(await paperOf(page)).toBe(dark)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paperOf(page)).toBe(dark)
    await accountOf(page).click()
    expect(await page.getByRole('button', { name: 'Dark', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([])
  })
})

describe('times', () => {
  it('are in the reader’s zone from the first page on, and the same in the browser', async () => {
    const page = await open('/projects', { timezoneId: 'Asia/Tokyo', locale: 'de-DE' })
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const title = () => page.getByRole('main').locator('time').first().getAttribute('title')
    const inTokyo = /^\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC\+9$/
    expect(await title()).toMatch(inTokyo)
    let documents = 0
    page.on('request', (request) => {
      documents += request.isNavigationRequest() ? 1 : 0
    })
    await page.reload()
    expect(await title()).toMatch(inTokyo)
    expect(documents).toBe(1)
    expect(errors.filter((text) => /hydrat/i.test(text))).toEqual([])
  })

  it('are in UTC without JavaScript, until a zone is chosen', async () => {
    const page = await open('/settings', { javaScriptEnabled: false, timezoneId: 'Asia/Tokyo' })
    await page.getByText(/Now: \d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC$/).waitFor()
    await page.getByLabel('Time zone').selectOption('America/New_York')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByText(/Now: \d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC−[45]$/).waitFor()
  })
})

describe('a navigation', () => {
  it('keeps the parts of the frame that are the same on the next page, and empties the search', async () => {
    const page = await open('/releases')
    const link = await page.locator('#frame-side a[href="/logs"]').elementHandle()
    const search = page.locator('#frame-top input[name="query"]')
    await search.fill('typed')
    await page.locator('#frame-side a[href="/monitors"]').click()
    await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor()
    expect(await link?.evaluate(({ isConnected }) => isConnected)).toBe(true)
    expect(await page.locator('#frame-side [aria-current]').getAttribute('href')).toBe('/monitors')
    expect(await search.inputValue()).toBe('')
  })

  it('changes the link that was clicked in its place, and does so again on the way back', async () => {
    const page = await open('/releases')
    const current = page.locator('#frame-side [aria-current]')
    for (const name of ['Monitors', 'Releases', 'Monitors']) {
      const link = page.locator(`#frame-side a[href="/${name.toLowerCase()}"]`)
      const element = await link.elementHandle()
      await link.click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      expect(
        await element?.evaluate(({ isConnected, ariaCurrent }) => ({ isConnected, ariaCurrent })),
      ).toEqual({
        isConnected: true,
        ariaCurrent: 'page',
      })
      expect(await current.count()).toBe(1)
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    }
  })
})

describe.each([true, false])('the switches, JavaScript %s', (javaScriptEnabled) => {
  const isTurn = takeTurns(javaScriptEnabled)

  it.runIf(isTurn())('lead to the same page of another project, and back', async () => {
    const page = await open('/releases', { javaScriptEnabled })
    const project = page.locator('summary', { hasText: 'Project' })
    await project.click()
    await page.getByRole('link', { name: 'Shop', exact: true }).and(page.locator('#frame-top a')).click()
    await page.waitForURL('**/releases?project=shop')
    await project.filter({ hasText: 'Project: Shop' }).waitFor()
    await project.click()
    await page.getByRole('link', { name: 'All projects' }).click()
    await page.waitForURL('**/releases')
  })

  it.runIf(isTurn())('ask for any time, on the reader’s clock', async () => {
    const page = await open('/logs?project=shop', { javaScriptEnabled })
    await page.locator('summary', { hasText: 'Period' }).click()
    await page.getByLabel('From').fill('2026-11-20T10:00')
    await page.getByLabel('To', { exact: true }).fill('2026-11-20T12:30')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL('**/logs?*')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      project: 'shop',
      zone: 'UTC',
      start: '2026-11-20T10:00',
      end: '2026-11-20T12:30',
    })
    expect(await page.locator('summary', { hasText: 'Period' }).textContent()).toBe(
      'Period: 20 Nov, 10:00 to 12:30 UTC',
    )
  })
})

describe('a menu', () => {
  it('closes with Escape and with a click elsewhere', async () => {
    const page = await open('/releases')
    await page.waitForFunction(() => document.documentElement.dataset.desk === 'ready')
    const project = page.locator('summary', { hasText: 'Project' })
    const panel = page.getByRole('link', { name: 'All projects' })
    await project.click()
    await panel.waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await project.evaluate((element) => element === document.activeElement)).toBe(true)
    await project.click()
    await page.getByRole('heading', { level: 1 }).click()
    await panel.waitFor({ state: 'hidden' })
  })
})

describe.each([true, false])('on a phone, JavaScript %s', (javaScriptEnabled) => {
  it('five tabs lead everywhere', async () => {
    const viewport = { width: 390, height: 800 }
    const options = { javaScriptEnabled, viewport, bypassCSP: true, willSignOut: true }
    const page = await open('/issues', options)
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    expect(await tabs.getByRole('link').allTextContents()).toEqual([
      'Issues',
      'Traces',
      'Performance',
      'Logs',
    ])
    await tabs.getByRole('button', { name: 'More' }).click()
    expect(await overflowOf(page)).toBe(0)
    if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([])
    await tabs.getByRole('link', { name: 'Releases' }).click()
    await page.getByRole('heading', { level: 1, name: 'Releases' }).waitFor()
    await tabs.getByRole('button', { name: 'More' }).click()
    expect(await tabs.getByRole('link', { name: 'Releases' }).getAttribute('aria-current')).toBe('page')
    await tabs.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })
})

describe('the search at the top', () => {
  it('opens the page of an id, and explains a digest that is unknown', async () => {
    const page = await open('/digests')
    const field = page.getByLabel('Search issues, or find')
    await field.fill('SHOP-1')
    await field.press('Enter')
    await page.waitForURL(/\/issues\/\d+$/)
    await field.fill('K7Q2MX 4T9ZPA')
    await field.press('Enter')
    await page.waitForURL('**/issues?query=*') // nobody knows it: they may be two words
    await field.fill('Digest: k7q2mx–4t9zpa.')
    await field.press('Enter')
    await page.waitForURL('**/digests/*')
    await page.getByRole('heading', { level: 1, name: /digest/i }).waitFor()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { keepPage, type Visit } from '#tests/support/browser/kept-page.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { someOf } from '#tests/support/run/doses.ts'

let desk: DeskProcess
let browser: Browser

beforeAll(async () => {
  desk = await startPreparedDesk()
  browser = await launchChromium()
  const { dsn } = await addProject(desk, 'Shop')
  const kinds = [
    { type: 'PriceError', level: 'error', environment: 'production', release: 'shop@1.4.1' },
    { type: 'StockError', level: 'warning', environment: 'production', release: 'shop@1.4.2' },
    { type: 'CartError', level: 'fatal', environment: 'staging', release: 'shop@1.4.2' },
  ]
  for (const { type, ...event } of kinds) {
    await sendEvent(dsn, { ...event, exception: { values: [{ type, value: 'it broke' }] } })
  }
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

const openPage = keepPage({ browser: () => browser, desk: () => desk })

async function open(path: string, visit: Visit = {}): Promise<Page> {
  const page = await openPage(visit)
  await page.goto(path)
  return page
}

const rowNames = (page: Page) => page.locator('tbody tr a').allInnerTexts()
/** The frame has tests of its own. */
const violationsIn = async (page: Page) =>
  (await violationsOf(page)).filter((violation) => !violation.includes('Account '))
const withoutScripts = { javaScriptEnabled: false }

describe('saved views', () => {
  it('are made, found among the tabs, renamed and deleted without a script', async () => {
    const page = await open('/issues?query=level%3Afatal&sort=freq', withoutScripts)
    await page.getByText('Save view').click()
    await page.getByLabel('Name').fill('The worst')
    await page.getByRole('button', { name: 'Save' }).click()
    const views = page.getByRole('navigation', { name: 'Views' })
    expect(await views.getByRole('link', { name: 'The worst' }).getAttribute('aria-current')).toBe('page')
    await page.goto('/issues')
    await views.getByRole('link', { name: 'The worst' }).click()
    await expect.poll(() => rowNames(page)).toEqual(['CartError'])
    await page.getByText('Edit view').click()
    await page.getByLabel('Name').fill('Worst of all')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect.poll(() => views.getByRole('link', { name: 'Worst of all' }).count()).toBe(1)
    await page.getByText('Edit view').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => views.getByRole('link', { name: 'Worst of all' }).count()).toBe(0)
    await expect.poll(() => page.getByText('View deleted.').count()).toBe(1)
  })

  it('say what is wrong with a name', async () => {
    const page = await open('/issues', withoutScripts)
    await page.getByText('Save view').click()
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('alert').innerText()).toBe('Cannot save the view: a name is required')
  })
})

describe('filters', () => {
  it('narrow the list by a click and widen it by the next, without a script', async () => {
    const page = await open('/issues', withoutScripts)
    await page.getByRole('link', { name: 'Filters' }).click()
    const filters = page.getByRole('navigation', { name: 'Filters' })
    await filters.getByRole('link', { name: /^production/ }).click()
    await expect.poll(() => rowNames(page)).toEqual(['StockError', 'PriceError'])
    await filters.getByRole('link', { name: /^shop@1\.4\.2/ }).click()
    await expect.poll(() => rowNames(page)).toEqual(['StockError'])
    const field = page.getByRole('combobox', { name: 'Search issues' })
    expect(await field.inputValue()).toBe('release:shop@1.4.2')
    expect(await page.getByRole('link', { name: /^Open/ }).getAttribute('aria-current')).toBe('page')
    await filters.getByRole('link', { name: /^shop@1\.4\.2/ }).click()
    await filters.getByRole('link', { name: /^production/ }).click()
    await expect.poll(() => rowNames(page)).toEqual(['CartError', 'StockError', 'PriceError'])
  })

  it('stay where another search is made', async () => {
    const page = await open('/issues?filters=1&trend=14d&environment=production')
    await page.getByRole('combobox', { name: 'Search issues' }).fill('level:warning')
    await page.keyboard.press('Enter')
    await page.waitForURL(/query=is%3Aunresolved\+level/)
    await expect.poll(() => rowNames(page)).toEqual(['StockError'])
    expect(new URL(page.url()).searchParams.get('environment')).toBe('production')
    expect(await page.getByRole('columnheader', { name: 'Last 14 days' }).count()).toBe(1)
  })
})

describe('empty lists', () => {
  it('say what will be there, and link to the next step', async () => {
    const page = await open('/issues?query=is%3Aignored', withoutScripts)
    expect(await page.getByRole('heading', { name: 'No ignored issues' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Show all issues' }).click()
    await expect.poll(() => rowNames(page)).toHaveLength(3)
    await page.goto('/issues?environment=nowhere&statsPeriod=1h')
    await page.getByRole('link', { name: 'Search all environments, any time' }).click()
    await expect.poll(() => rowNames(page)).toHaveLength(3)
    await page.goto('/issues?statsPeriod=soon')
    expect(await page.getByRole('alert').innerText()).toContain('soon')
  })
})

describe('ticks', () => {
  it('are counted, and set for all rows at once or from one to another', async () => {
    const page = await open('/issues')
    await page.locator('html[data-desk="ready"]').waitFor()
    const boxes = page.locator('tbody').getByRole('checkbox')
    const ticked = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    expect(await ticked()).toEqual([true, true, true])
    expect(await page.getByRole('button', { name: 'Resolve' }).isVisible()).toBe(true)
    await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
    expect(await ticked()).toEqual([false, false, false])
    expect(await page.getByRole('button', { name: 'Resolve' }).isVisible()).toBe(false)
    await boxes.nth(0).click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    expect(await ticked()).toEqual([true, true, true])
  })
})

describe.each(someOf([true, false], 1))('a phone, JavaScript %s', (javaScriptEnabled) => {
  it('begins the list at once, and has its menus as sheets above the tabs', async () => {
    const viewport = { width: 390, height: 844 }
    const page = await open('/issues?statsPeriod=14d', { viewport, javaScriptEnabled })
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox()
      if (box === null) throw new Error(`${selector} is not shown`)
      return { top: box.y, bottom: box.y + box.height }
    }
    const bar = await boxOf('#frame-top > div')
    const tabs = await boxOf('#frame-tabs a')
    expect((await boxOf('main tbody tr')).top - bar.bottom).toBeLessThan(200)
    await page.getByText('All projects · last 14 days').waitFor()

    await page.getByRole('button', { name: 'Scope' }).click()
    await page.locator('#scope summary', { hasText: 'Period' }).click()
    const sheet = await boxOf('#scope')
    expect(sheet.bottom).toBeLessThanOrEqual(tabs.top)
    expect(sheet.top).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Last 30 days' }).click()
    await page.getByText('All projects · last 30 days').waitFor()
    await page.getByRole('link', { name: 'Last 30 days' }).waitFor({ state: 'hidden' })

    await page.locator('summary', { hasText: 'Last seen' }).click()
    const orders = await boxOf('details[open] > ul')
    expect(orders.bottom).toBeLessThanOrEqual(tabs.top)
    await page.getByRole('link', { name: 'First seen' }).click()
    await page.waitForURL('**sort=*')
  })
})

describe('a phone', () => {
  it.each(someOf(['light', 'dark'] as const, 1))(
    'has a list of issues that fits, %s',
    async (colorScheme) => {
      const viewport = { width: 390, height: 844 }
      const page = await open('/issues?filters=1', { viewport, colorScheme })
      expect(await overflowOf(page)).toBe(0)
      expect(await violationsIn(page)).toEqual([])
      const count = page
        .getByRole('row', { name: /CartError/ })
        .locator('td')
        .nth(2)
      expect(await count.isVisible()).toBe(true)
    },
  )
})

describe('Undo', () => {
  it('takes back what was done to the selected issues, without a script', async () => {
    const page = await open('/issues', withoutScripts)
    const before = await rowNames(page)
    await page.getByRole('checkbox', { name: 'SHOP-1' }).check()
    await page.getByRole('checkbox', { name: 'SHOP-2' }).check()
    expect(await readAloud(page)).toContain('2 selected')
    await page.getByRole('button', { name: 'Resolve' }).click()
    const status = page.getByRole('status').filter({ hasText: /\w/ })
    expect(await status.innerText()).toMatch(/^Resolved SHOP-1 and SHOP-2\.\s*Undo$/)
    await expect.poll(() => rowNames(page)).toEqual(['CartError'])
    await status.getByRole('button', { name: 'Undo' }).click()
    expect(await status.innerText()).toBe('Undone: SHOP-1 and SHOP-2 are as they were.')
    await expect.poll(() => rowNames(page)).toEqual(before)
  })
  it('goes along to the page of the issue that others were merged into', async () => {
    const page = await open('/issues')
    const before = await rowNames(page)
    await page.getByRole('checkbox', { name: 'SHOP-1' }).check()
    await page.getByRole('checkbox', { name: 'SHOP-2' }).check()
    await page.getByRole('button', { name: 'Merge' }).click()
    const status = page.getByRole('status').filter({ hasText: /\w/ })
    await status.getByText('Merged SHOP-2 into SHOP-1.').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/issues\/\d+$/)
    await status.getByRole('button', { name: 'Undo' }).click()
    await status.getByText('Undone: SHOP-1 and SHOP-2 are as they were.').waitFor()
    await page.goto('/issues')
    await expect.poll(() => rowNames(page)).toEqual(before)
  })
})

describe('completion', () => {
  it('offers keys and then their values, by the keyboard alone', async () => {
    const page = await open('/issues', { bypassCSP: true })
    const field = await searchField(page)
    await field.press('End')
    await field.pressSequentially('env')
    const keys = page.getByRole('group', { name: 'Keys' })
    const environment = keys.getByRole('option', { name: /^environment:/ })
    expect(await environment.innerText()).toMatch(/^environment:\s+where it happened\s+2 values$/)
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await environment.getAttribute('id'))
    expect(await violationsIn(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('environment:')
    const values = page.getByRole('group', { name: 'Values of environment in 3 issues' })
    await values.getByRole('option').nth(1).waitFor() // the server is asked for them
    expect(await values.getByRole('option').allInnerTexts()).toEqual([
      expect.stringMatching(/^production\s+2$/),
      expect.stringMatching(/^staging\s+1$/),
    ])
    await field.pressSequentially('st')
    await values.getByRole('option').nth(1).waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    expect(await field.inputValue()).toBe('environment:staging ')
    await page.keyboard.press('Enter')
    await page.waitForURL(/staging/)
    await expect.poll(() => rowNames(page)).toEqual(['CartError'])
  })

  it('closes with Escape, and lets Tab go on', async () => {
    const page = await open('/issues')
    const field = await searchField(page)
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').count()).toBe(0)
    expect([await field.inputValue(), await field.getAttribute('aria-expanded')]).toEqual(['', 'false'])
    await field.press('End')
    await field.pressSequentially(' ')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Tab')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false)
    expect(await page.getByRole('listbox').count()).toBe(0)
  })

  it('offers the last searches in an empty field, and forgets one', async () => {
    const page = await open('/issues')
    const search = async (query: string) => {
      const field = await searchField(page)
      await field.fill(query)
      await field.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('query')?.includes(query) ?? false)
    }
    await search('level:fatal')
    await search('level:warning')
    await page.goto('/issues')
    await searchField(page)
    const recent = page.getByRole('group', { name: 'Recent searches' })
    expect(await recent.getByRole('option').locator('code').allInnerTexts()).toEqual([
      'level:warning',
      'level:fatal',
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect.poll(() => recent.getByRole('option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/level%3Afatal/)
    await expect.poll(() => rowNames(page)).toEqual(['CartError'])
    await page.goto('/issues')
    await searchField(page)
    await recent.getByTitle('Remove this search').click()
    await recent.waitFor({ state: 'detached' })
  })

  const others = [
    ['/logs?query=has%3Aorder', 'Search logs', 'le', 'level:'],
    ['/traces?query=is%3Afailed', 'Search traces', 'du', 'duration:'],
  ] as const
  it.each(someOf(others, 1))('completes searches of %s', async (path, name, letters, key) => {
    const page = await open(path, { bypassCSP: true })
    await page.locator('[data-desk=ready]').waitFor({ state: 'attached' })
    await page.getByLabel(name).focus()
    await page.locator('input[role=combobox][name=query]').waitFor()
    await page.getByLabel(name).fill(letters)
    await page.getByRole('option', { name: new RegExp(`^${key}`) }).waitFor()
    expect(await violationsIn(page)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await page.getByLabel(name).inputValue()).toBe(key)
  })

  it('fills a phone, with rows for fingers', async () => {
    const page = await open('/issues', { viewport: { width: 390, height: 844 }, bypassCSP: true })
    const field = await searchField(page)
    await field.press('End')
    await field.pressSequentially('level:')
    const row = page.getByRole('option', { name: /^fatal/ })
    const box = await row.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((await page.locator('[popover]:popover-open').boundingBox())?.width).toBe(390)
    expect(await overflowOf(page)).toBe(0)
    expect(await violationsIn(page)).toEqual([])
    await row.click()
    expect(await field.inputValue()).toBe('level:fatal ')
  })
})

/** The field of the list, once completion has started in it. */
async function searchField(page: Page) {
  const field = page.getByRole('combobox', { name: 'Search issues' })
  await page.locator('[data-desk=ready]').waitFor({ state: 'attached' })
  await field.focus()
  await page.locator('input[role=combobox][name=query]').waitFor()
  return field
}

/** What a screen reader would read: the number is counted by the style sheet, and is in no element's text. */
async function readAloud(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const texts = nodes.filter(({ role }) => role?.value === 'StaticText')
  return texts.map(({ name }) => name?.value).join('')
}

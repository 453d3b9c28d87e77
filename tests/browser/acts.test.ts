import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, hydrated, launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage, type Visit } from '#tests/support/browser/kept-page.ts'
import { untilKeysWork } from '#tests/support/browser/keyboard.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startDemoDesk } from '#tests/support/desk/prepared/demo-desk.ts'
import { isFull, takeTurns } from '#tests/support/run/doses.ts'

let desk: DeskProcess
let browser: Browser

beforeAll(async () => {
  desk = await startDemoDesk()
  browser = await launchChromium()
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
  if (visit.javaScriptEnabled !== false) await untilKeysWork(page)
  return page
}

const notice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ })
const assignees = (page: Page) => page.getByRole('row').getByRole('img', { name: owner.email })

describe.each([true, false])(
  'an act on several issues or on feedback, JavaScript %s',
  (javaScriptEnabled) => {
    const isTurn = takeTurns(javaScriptEnabled)

    it.runIf(isTurn())('assigns the selected issues by one choice, and takes it back', async () => {
      const page = await open('/issues', { javaScriptEnabled })
      await page.getByRole('checkbox', { name: 'DEMO-6' }).check()
      await page.getByRole('checkbox', { name: 'DEMO-7' }).check()
      const before = await assignees(page).count()
      await page.locator('summary', { hasText: 'Assign' }).click()
      await page.getByRole('button', { name: owner.email }).click()
      await notice(page).getByText(`Assigned DEMO-6 and DEMO-7 to ${owner.email}.`).waitFor()
      await expect.poll(() => assignees(page).count()).toBe(before + 2)
      await notice(page).getByRole('button', { name: 'Undo' }).click()
      await notice(page).getByText('Undone: DEMO-6 and DEMO-7 are as they were.').waitFor()
      await expect.poll(() => assignees(page).count()).toBe(before)
    })

    it.runIf(isTurn())('ignores several issues until 50 more users, and takes it back', async () => {
      const page = await open('/issues', { javaScriptEnabled })
      if (javaScriptEnabled) await hydrated(page)
      for (const shortId of ['DEMO-6', 'DEMO-7']) await page.getByRole('checkbox', { name: shortId }).check()
      const bar = page.locator('#bulk')
      await bar.locator('summary', { hasText: 'Ignore' }).click()
      if (!javaScriptEnabled) await bar.getByLabel('Until more users').check()
      await bar.getByLabel('Number of users').fill('50')
      if (javaScriptEnabled) {
        expect(await bar.getByLabel('Until more users').isChecked()).toBe(true)
        await page.keyboard.press('Enter')
      } else await bar.getByRole('button', { name: 'Ignore' }).click()
      await notice(page).getByText('Ignored DEMO-6 and DEMO-7 until 50 users are affected.').waitFor()
      await page.getByRole('checkbox', { name: 'DEMO-6' }).waitFor({ state: 'detached' })
      await notice(page).getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('checkbox', { name: 'DEMO-6' }).waitFor()
    })

    it.runIf(isTurn())('ignores until the issue escalates, and says what that means', async () => {
      const page = await open('/issues/DEMO-8', { javaScriptEnabled })
      if (javaScriptEnabled) await hydrated(page)
      const actions = page.getByRole('region', { name: 'Actions' })
      await actions.locator('summary', { hasText: 'Ignore' }).click()
      await actions.getByLabel('Until it escalates').check()
      await actions.getByText('Reopens when an hour has twice the events of its busiest hour').waitFor()
      await actions.getByRole('button', { name: 'Ignore' }).click()
      await notice(page).getByText('Ignored DEMO-8 until it escalates.').waitFor()
      await page.getByText(/^Ignored .*, until it has more than \d+ events in an hour\.$/).waitFor()
      await notice(page).getByRole('button', { name: 'Undo' }).click()
      await actions.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
    })

    it.runIf(isTurn())('ignores until so many more events in one environment', async () => {
      const page = await open('/issues/DEMO-6', { javaScriptEnabled })
      if (javaScriptEnabled) await hydrated(page)
      const actions = page.getByRole('region', { name: 'Actions' })
      await actions.locator('summary', { hasText: 'Ignore' }).click()
      const place = actions.getByLabel('Environment of the events')
      await actions.getByLabel('For a time').check()
      expect(await place.isVisible()).toBe(false)
      await actions.getByLabel('Until more events').check()
      await place.selectOption('production')
      await actions.getByRole('button', { name: 'Ignore' }).click()
      await page.getByText(/^Ignored .*, until 100 more events in production\.$/).waitFor()
      await notice(page).getByRole('button', { name: 'Undo' }).click()
      await actions.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
    })

    it.runIf(isTurn())('resolves feedback, names whose it was, and brings it back', async () => {
      const page = await open('/feedback', { javaScriptEnabled })
      if (javaScriptEnabled) await hydrated(page)
      const items = page.getByRole('main').locator('[data-row]')
      const count = await items.count()
      const name = await items.first().locator('strong').innerText()
      await items
        .first()
        .getByRole('button', { name: `Spam ${name}` })
        .click()
      await notice(page).getByText(`Marked the feedback of ${name} as spam.`).waitFor()
      await expect.poll(() => items.count()).toBe(count - 1)
      await notice(page).getByRole('button', { name: 'Undo' }).click()
      await notice(page).getByText(`Reopened the feedback of ${name}.`).waitFor()
      await expect.poll(() => items.count()).toBe(count)
    })
  },
)

it('a assigns the focused issue, by keys alone', async () => {
  const page = await open('/issues')
  await page.keyboard.press('j')
  const shortId = await page.getByRole('row').getByRole('checkbox').nth(1).getAttribute('aria-label')
  await page.keyboard.press('a')
  const menu = page.locator('details[open]', { hasText: 'Assign' })
  await menu.getByRole('button', { name: owner.email }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await notice(page).getByText(`Assigned ${shortId} to ${owner.email}.`).waitFor()
  expect(await menu.count()).toBe(0)
  await page.keyboard.press('z')
  await notice(page).getByText(`Undone: ${shortId} is as it was.`).waitFor()
})

describe('menus', () => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim()
    })

  it.each([
    ['/issues/DEMO-6', 'More actions', ['Acknowledge', 'Bookmark', 'Open as Markdown', 'Delete…']],
    ['/performance?project=demo', 'Last 24 hours', undefined],
  ])(
    'of %s are walked through with the arrows, Home and End, and closed with Escape',
    async (path, name, all) => {
      const page = await open(path)
      const button = page
        .locator('summary', { hasText: name })
        .or(page.locator(`summary[aria-label="${name}"]`))
      await button.focus()
      await page.keyboard.press('ArrowDown')
      const first = await focused(page)
      await page.keyboard.press('End')
      const last = await focused(page)
      await page.keyboard.press('Home')
      expect(await focused(page)).toBe(first)
      await page.keyboard.press('ArrowUp')
      expect(await focused(page)).toBe(last)
      await page.keyboard.press('ArrowDown')
      expect(await focused(page)).toBe(first)
      if (all !== undefined) expect([first, last]).toEqual([all[0], all.at(-1)])
      await page.keyboard.press('Escape')
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await page.locator('details[open][name$="-menu"]').count()).toBe(0)
    },
  )

  it('are narrowed by letters, which do nothing else meanwhile', async () => {
    const page = await open('/issues/DEMO-6')
    await page.locator('summary[aria-label="More actions"]').click()
    await page.keyboard.press('d')
    expect(await focused(page)).toBe('Delete…')
    await page.keyboard.press('e') // resolves outside of a menu
    await page.keyboard.press('o')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Resolve', exact: true }).first().isVisible()).toBe(true)
  })

  it('leave the arrows to the fields in them', async () => {
    const page = await open('/issues/DEMO-6')
    await page.keyboard.press('i')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Until more events')
    await page.keyboard.press('ArrowDown')
    expect(await page.getByLabel('For a time').isChecked()).toBe(true)
  })
})

describe('lists of users and their issues', () => {
  it('take the keys of every list', async () => {
    const page = await open('/issues/DEMO-6')
    await page.goto(`${page.url()}/users`)
    await untilKeysWork(page)
    await page.keyboard.press('j')
    const rows = page.getByRole('main').locator('tbody tr')
    const linkOf = (index: number) => rows.nth(index).getByRole('link').first()
    const isFocused = (index: number) => linkOf(index).evaluate((link) => link === document.activeElement)
    expect(await isFocused(0)).toBe(true)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await isFocused(0)).toBe(true)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.matches('[data-key="/"]'))).toBe(true)
    await page.keyboard.press('Escape')
    await linkOf(0).focus()
    await page.keyboard.press('o')
    await page.waitForURL('**/users/*')
  })

  it('select, preview, assign and resolve the issues of a user, and bring them back', async () => {
    const page = await open('/issues/DEMO-6')
    await page.goto(`${page.url()}/users`)
    await page.goto((await page.getByRole('main').locator('tbody a').first().getAttribute('href')) ?? '')
    await untilKeysWork(page)
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await page.locator('aside[popover]').waitFor()
    await page.keyboard.press('x')
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await page.keyboard.press('e')
    await notice(page)
      .getByText(/^Resolved DEMO-\d+\.$/)
      .waitFor()
    await page.keyboard.press('z')
    await notice(page)
      .getByText(/^Undone: DEMO-\d+ is as it was\.$/)
      .waitFor()
  })
})

describe.each([true, false])('on a phone, JavaScript %s', (javaScriptEnabled) => {
  const isTurn = takeTurns(javaScriptEnabled)
  const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled }

  it.runIf(isTurn())(
    'the acts of an issue are at the thumb, and cover nothing at the end of the page',
    async () => {
      const page = await open('/issues/DEMO-6', phone)
      const actions = page.getByRole('region', { name: 'Actions' })
      const box = await actions.boundingBox()
      const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox()
      expect(box?.width).toBe(390)
      // The line above the tabs lies over the last pixel.
      expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) - (tabs?.y ?? 0))).toBeLessThanOrEqual(1)
      expect(await lowestControl(page)).toBeLessThanOrEqual(box?.y ?? 0)
    },
  )

  // in `npm test` every second of them, in one of the two ways
  const paths = [
    ...['/issues', '/traces?project=demo', '/performance?project=demo', '/logs?project=demo', '/releases'],
    ...['/monitors', '/feedback', '/projects/demo', '/settings', '/usage'],
  ].filter((_path, place) => isFull || place % 4 === Number(javaScriptEnabled))

  it.each(paths)('no control of %s ends below the tabs', async (path) => {
    const page = await open(path, phone)
    const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox()
    expect(await lowestControl(page)).toBeLessThanOrEqual(tabs?.y ?? 0)
  })

  it.runIf(isTurn())('the groups of the traces are folded into one row', async () => {
    const page = await open('/traces?project=demo', phone)
    const groups = page.getByRole('navigation', { name: 'Group by' })
    expect(await groups.isVisible()).toBe(false)
    await page.locator('summary', { hasText: 'Grouped by route' }).click()
    expect(await groups.isVisible()).toBe(true)
  })
})

it('on a wide screen the groups of the traces are open, and nothing folds them', async () => {
  const page = await open('/traces?project=demo')
  expect(await page.getByRole('navigation', { name: 'Group by' }).isVisible()).toBe(true)
  expect(await page.locator('summary', { hasText: 'Grouped by route' }).isVisible()).toBe(false)
})

/** The lower edge of the last control that scrolls with the page, once the page is at its end. */
async function lowestControl(page: Page): Promise<number> {
  // Rows that come into view are laid out only then, and may make the page longer.
  await eventually('the end of the page', () =>
    page.evaluate(() => {
      const hasArrived =
        Math.ceil(window.scrollY + window.innerHeight) >= document.documentElement.scrollHeight
      window.scrollTo(0, document.documentElement.scrollHeight)
      return hasArrived || undefined
    }),
  )
  const edges = await page
    .getByRole('main')
    .locator('a, button, summary, input, select, textarea')
    .evaluateAll((all) =>
      all
        .filter((each) => !each.closest('[data-thumb], details:not([open]) > :not(summary)'))
        .filter((each) => each.checkVisibility() && getComputedStyle(each).position !== 'fixed')
        .map((each) => each.getBoundingClientRect().bottom),
    )
  return Math.max(...edges)
}

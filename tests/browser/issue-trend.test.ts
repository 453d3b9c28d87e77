import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, hydrated, launchChromium, openSignedIn } from '#tests/support/browser/browser.ts'
import { violationsOf } from '#tests/support/browser/faults/axe.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { pathOfEvent } from '#tests/support/desk/path-of-event.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

const HOUR = 3_600_000

let desk: DeskProcess
let browser: Browser
/** The address of the issue. */
let issue: string

beforeAll(async () => {
  desk = await sharedDesk()
  browser = await launchChromium()
  const { dsn } = await addProject(desk, 'Trend')
  const { eventId } = await sendEvent(dsn, {
    exception: { values: [{ type: 'PriceError', value: 'no price' }] },
  })
  issue = (await pathOfEvent(desk, eventId)).replace(/\/events\/.*/, '')
})

afterAll(() => closeWindows(browser))

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openSignedIn(browser, desk, options)
  onTestFinished(() => page.context().close())
  await page.goto(path)
  return page
}

function chosenOf(page: Page): { start: number; end: number } {
  const { searchParams } = new URL(page.url())
  const read = (name: string) => Date.parse(searchParams.get(name) ?? '')
  return { start: read('start'), end: read('end') }
}

/** Draws over the later half of a chart; false if that chose no range. */
async function drawHalf(page: Page, plot: Locator): Promise<boolean> {
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (!box) return false
  await page.mouse.move(box.x + box.width - 4, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20)
  await page.mouse.up()
  return page.waitForURL(/start=/, { timeout: 3_000 }).then(
    () => true,
    () => false,
  )
}

describe('the trend of an issue', () => {
  it('shows a range that was drawn, with its events, by keyboard too', async () => {
    const page = await open(`${issue}?statsPeriod=24h`)
    await hydrated(page)
    const plot = page.getByRole('group', { name: /Arrow keys/ })
    await plot.focus()
    for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight']) await plot.press(key)
    expect(await plot.getByRole('status').textContent()).toMatch(/ to /)
    await plot.press('Enter')
    await page.waitForURL(/start=/)
    const { start, end } = chosenOf(page)
    expect(end - start).toBe(3 * HOUR)
    await page.getByText('No stored events in this period.').waitFor()
    expect(await violationsOf(page)).toEqual([])

    await page.getByRole('link', { name: '24 hours' }).click()
    await page.waitForURL(/statsPeriod=24h/)
    await page.getByText('No stored events in this period.').waitFor({ state: 'detached' }) // the chart is drawn anew
    // The chart may still move while the page is rendered, and a range drawn beside it chooses nothing.
    await expect.poll(() => drawHalf(page, plot), { timeout: 20_000 }).toBe(true)
    expect(await page.getByRole('region', { name: 'Events' }).getByRole('row').count()).toBeGreaterThan(1)
  })

  it('leads to the time of each bar without a script', async () => {
    const page = await open(issue, { javaScriptEnabled: false })
    const trend = page.getByRole('region', { name: /^Last/ })
    await trend.getByText('Show data').click()
    await trend.getByRole('table').getByRole('link').last().click()
    const { start, end } = chosenOf(page)
    expect(end - start).toBe(HOUR)
    await page.getByRole('link', { name: 'All events' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })
})

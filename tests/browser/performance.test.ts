import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFile } from '#server/config/data-dir.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { createEntryStore } from '#server/writer/batch/entry-store.ts'
import { createBatchStore } from '#server/writer/batch/store.ts'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { copyPreparedData } from '#tests/support/desk/prepared/prepared-desk.ts'
import { performanceLoad } from '#tests/support/fill/fill-performance.ts'

const HOUR = 3_600_000
const ROUTE = '/performance/route?project=crumbtrail&name=POST+%2Fcheckout&op=http.server&side=server'

let desk: DeskProcess
let browser: Browser
const openPage = keepPage({ browser: () => browser, desk: () => desk })

beforeAll(async () => {
  const dataDir = await copyPreparedData()
  fill(databaseFile(dataDir), Date.now())
  desk = await startDesk({ dataDir, env: { TELEMETRY_ADAPTER: 'none' } })
  browser = await launchChromium()
}, 120_000)

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

/** Three days of a shop, whose third route is slower since ten hours. */
function fill(file: string, now: number): void {
  const connection = openConnection(file)
  const store = createEntryStore(createBatchStore(connection, attachmentFolder(file)))
  const entry = { projectId: 1, keyId: 1, receivedAt: now, answer: { status: 200 as const } }
  for (const spans of performanceLoad({ now, days: 3, routes: 30, anHour: 3, slowerSince: now - 10 * HOUR }))
    store([{ ...entry, spans, records: [], outcomes: [] }], [])
  connection.close()
}

describe('/performance', () => {
  it('leads from what changed to the route, and from there to a slow trace', async () => {
    const page = await openPage()
    await page.goto('/performance?project=crumbtrail')
    const changed = page.getByRole('region', { name: 'Changes in the last seven days' })
    await changed.getByText(/p95 rose from \d+ ms to \d+ ms since/).waitFor()
    await changed.getByRole('link', { name: /POST \/checkout/ }).click()
    await page.getByRole('heading', { name: 'POST /checkout' }).waitFor()
    await page.getByText(/^p95 rose from/).waitFor()
    const examples = page.getByRole('region', { name: 'Examples' })
    expect(await examples.getByRole('link').count()).toBeGreaterThanOrEqual(6)
    expect(await examples.getByRole('link').last().getAttribute('href')).toMatch(/^\/traces\/[\da-f]{32}$/)
  })

  it('is searched and sorted without JavaScript, by links and a form', async () => {
    const page = await openPage({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 800 },
    })
    await page.goto('/performance?project=crumbtrail&statsPeriod=12h')
    const routes = page.getByRole('region', { name: 'Routes', exact: true })
    await routes.getByRole('link', { name: 'p95', exact: true }).click()
    await expect
      .poll(() => routes.getByRole('columnheader', { name: 'p95' }).getAttribute('aria-sort'))
      .toBe('descending')
    expect(page.url()).toContain('statsPeriod=12h')
    await routes.getByRole('searchbox').fill('checkout')
    await routes.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => routes.getByRole('row').count()).toBe(2)
    expect(page.url()).toContain('sort=-p95')
    await routes.getByRole('link', { name: /POST \/checkout/ }).click()
    await page.getByRole('heading', { name: 'POST /checkout' }).waitFor()
    await page.getByText('Show data').first().click()
    await page.getByRole('table').getByRole('link').first().click()
    await expect.poll(() => new URL(page.url()).searchParams.has('start')).toBe(true)
    const width = await page.locator('html').evaluate((html) => html.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })

  it('shows a range that was chosen by keyboard alone', async () => {
    const page = await openPage()
    await page.goto(ROUTE)
    const plot = page.getByRole('group', { name: /Arrow keys/ }).first()
    await plot.waitFor()
    await plot.focus()
    for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight']) await plot.press(key)
    expect(await plot.getByRole('status').textContent()).toMatch(/ to /)
    await plot.press('Enter')
    await page.waitForURL(/start=/)
    const { searchParams } = new URL(page.url())
    const length = Date.parse(searchParams.get('end') ?? '') - Date.parse(searchParams.get('start') ?? '')
    expect(length).toBe(3 * HOUR)
  })

  it('shows a range that was drawn, and gives one up', async () => {
    const page = await openPage()
    await page.goto('/performance?project=crumbtrail')
    const plot = page.getByRole('group', { name: /Arrow keys/ }).first()
    const box = await plot.boundingBox()
    if (!box) throw new Error('Cannot draw: the chart has no place')
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.75, box.y + 20)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(page.url()).not.toContain('start=')
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20)
    await page.mouse.up()
    await page.waitForURL(/start=.*end=/)
  })

  it('says what to try where the period has none', async () => {
    const page = await openPage()
    await page.goto('/performance?project=crumbtrail&environment=nowhere')
    await page.getByRole('heading', { name: 'No requests in this period' }).waitFor()
    await page.getByText('Try a longer period or another environment.').waitFor()
    expect(await page.getByText('tracesSampleRate').count()).toBe(0)
  })
})

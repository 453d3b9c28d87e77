import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, hydrated, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { addressesOf, type KnownIds } from '#tests/support/browser/pages/page-addresses.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { doseOf, someOf } from '#tests/support/run/doses.ts'
import { listSources } from '#tests/support/sources/source-files.ts'

const pageIds = listSources('pages')
  .filter((path) => path.endsWith('/+Page.tsx'))
  .map((path) => `/${path.replace('/+Page.tsx', '')}`)

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => closeWindows(browser))

/** Pages of each kind: of a list, with parameters, and for strangers. */
const someOfEachKind = ['/pages/issues', '/pages/issues/@issueId/events/@eventId', '/pages/sign-in']

/**
 * Without shells an address of a few pages is enough: `tests/integration/page-shells.test.ts` shows that all addresses of all
 * pages are answered the same, to the byte.
 */
describe.each(someOf(['on', 'off'], 1))('with page shells %s', (setting) => {
  let desk: DeskProcess
  let ids: KnownIds
  let page: Page
  let messages: string[]

  beforeAll(async () => {
    desk = await startPreparedDesk({ env: { PAGE_SHELLS: setting } })
    const { dsn } = await addProject(desk, 'Shop')
    const { eventId } = await sendEvent(dsn, {
      exception: { values: [{ type: '</script>', value: '<!-- $&' }] },
    })
    page = await openAsOwner(browser, desk)
    await eventually('the event', async () => {
      await page.goto(`/digests/${eventId}`)
      return page.url().includes('/events/') || undefined
    })
    ids = { issueId: page.url().split('/')[4] ?? '', eventId }
    messages = collectMessages(page)
  })

  afterAll(async () => {
    await page.context().close()
    await desk.stop()
    await removeData(desk)
  })

  it.each(setting === 'on' ? someOf(pageIds, 9) : someOf(someOfEachKind, 1))(
    '%s hydrates, and says nothing in the console',
    async (pageId) => {
      const addresses = addressesOf(ids)[pageId] ?? []
      expect(addresses).not.toEqual([])
      for (const path of addresses.slice(0, setting === 'on' ? doseOf('hydratedAddresses') : 1)) {
        await page.goto(path)
        await hydrated(page)
        expect(await page.title(), path).toContain('Crumbtrail')
        expect(messages, path).toEqual([])
      }
    },
  )

  it('a difference between the markup of server and browser would be reported', async () => {
    const context = await browser.newContext({ baseURL: desk.url })
    const visitor = await context.newPage()
    const said = collectMessages(visitor)
    await visitor.route('**/sign-in', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<h1>Sign in</h1>', '<h1>Another</h1>')
      await route.fulfill({ response, body })
    })
    const reported = visitor.waitForRequest((request) =>
      (request.postData() ?? '').includes('react.recoverable'),
    )
    await visitor.goto('/sign-in')
    await reported
    expect(said).toHaveLength(1)
    await context.close()
  })

  it('every page for strangers hydrates, and says nothing in the console', async () => {
    const context = await browser.newContext({ baseURL: desk.url })
    const visitor = await context.newPage()
    const said = collectMessages(visitor)
    for (const path of ['/sign-in', '/sign-in?next=%2Fissues', '/set-up/abc', '/issues', '/nowhere']) {
      await visitor.goto(path)
      await hydrated(visitor)
      expect(said, path).toEqual([])
    }
    await context.close()
  })

  it.each(someOf(['/issues', '/projects/shop', '/digests'], 1))(
    'from %s to another page, back, and anew',
    async (path) => {
      await page.goto(path)
      await hydrated(page)
      const [url, title, heading] = [page.url(), await page.title(), await headingOf(page)]
      await page.evaluate(() => Object.assign(window, { isKept: true }))
      await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
      await page.waitForURL('**/projects')
      await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
      expect(await page.title()).toBe('Projects · Crumbtrail')
      await page.goBack()
      await page.waitForURL(url)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      expect(await page.title()).toBe(title)
      expect(await page.evaluate(() => 'isKept' in window)).toBe(true) // no document was loaded
      await page.reload()
      await hydrated(page)
      expect([page.url(), await page.title(), await headingOf(page)]).toEqual([url, title, heading])
      expect(await page.evaluate(() => 'isKept' in window)).toBe(false)
      expect(messages).toEqual([])
    },
  )

  it('a form that is refused shows its page again, with and without a script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({
        baseURL: desk.url,
        javaScriptEnabled,
        storageState: await page.context().storageState(),
      })
      const visitor = await context.newPage()
      await visitor.goto('/projects')
      if (javaScriptEnabled) await hydrated(visitor)
      await visitor.getByLabel('Name').fill('Shop')
      await visitor.getByRole('button', { name: /create/i }).click()
      await visitor.getByText('Cannot create the project').first().waitFor()
      expect(await visitor.getByLabel('Name').inputValue()).toBe('Shop')
      await context.close()
    }
  })
})

function collectMessages(page: Page): string[] {
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(String(error)))
  // what React recovers from, a mismatch too, is not said in the console but reported
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (/\/tunnel$/.test(request.url()) && body.includes('"type":"event"')) messages.push(body)
  })
  page.on('console', (message) => {
    // the browser's own note of a status that the page means
    if (!/status of (401|404|500)/.test(message.text())) messages.push(message.text())
  })
  return messages
}

async function headingOf(page: Page): Promise<string> {
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
}

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeWindows, hydrated, launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { isFull, someOf } from '#tests/support/run/doses.ts'

const serverText = 'Application error: a server-side exception has occurred'
const clientText = 'Application error: a client-side exception has occurred'

const placesOfFailures = [
  { way: 'In the loader', text: "reading 'price'" },
  { way: 'While rendering', text: "reading 'price'" },
  { way: 'In the stream', text: "reading 'price'" },
]
/** The server makes the same document of each, so that with a script as well they are for `npm run test:long`. */
const kindsOfFailures = [
  { way: 'With causes', text: 'Cannot check out' },
  { way: 'A string', text: 'The playground threw a string' },
  { way: 'Null', text: 'null' },
  { way: 'A frozen error', text: 'The playground threw a frozen error' },
]

let desk: DeskProcess
let browser: Browser
const openPage = keepPage({ browser: () => browser, desk: () => desk })

beforeAll(async () => {
  desk = await startPreparedDesk()
  browser = await launchChromium()
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

describe.each([
  { javaScriptEnabled: true, name: 'with JavaScript' },
  { javaScriptEnabled: false, name: 'without JavaScript' },
])('from the error screen to the event, $name', ({ javaScriptEnabled }) => {
  let page: Page

  beforeEach(async () => {
    page = await openPage({ javaScriptEnabled })
  })

  // the places with a script, and of all some without: what an error is makes no difference to a script
  const failures = [...placesOfFailures, ...kindsOfFailures]
  it.each(javaScriptEnabled && !isFull ? placesOfFailures : someOf(failures, 2))(
    '$way',
    async ({ way, text }) => {
      await page.goto('/playground')
      await page.getByRole('link', { name: way, exact: true }).click()
      await page.getByRole('heading', { name: serverText }).waitFor()
      const digest = await readDigest(page)
      await lookUp(page, digest)
      await page.getByText(digest).first().waitFor()
      expect(await page.locator('main').innerText()).toContain(text)
      expect(await page.locator('main').innerText()).toContain('/playground?fail=')
    },
  )

  it('an action that fails', async () => {
    await page.goto('/playground')
    await page.getByRole('button', { name: 'Fail', exact: true }).click()
    await page.getByRole('heading', { name: serverText }).waitFor()
    await lookUp(page, await readDigest(page))
    expect(await page.locator('main').innerText()).toContain("reading 'price'")
  })
})

describe('a failure of the page itself', () => {
  it('shows the client-side text and no digest; the event arrives nevertheless', async () => {
    const page = await openPage()
    await page.goto('/playground')
    await hydrated(page)
    await page
      .getByRole('region', { name: 'In the browser' })
      .getByRole('button', { name: 'While rendering' })
      .click()
    await page.getByRole('heading', { name: clientText }).waitFor()
    expect(await page.getByText('Digest').filter({ visible: true }).count()).toBe(0)
    await eventually('the issue of the browser', async () => {
      await page.goto('/issues?project=crumbtrail&query=platform:javascript')
      return (await page.getByRole('link', { name: 'TypeError' }).count()) > 0 || undefined
    })
  })

  it('names the line of our source, although nobody uploaded a source map', async () => {
    const page = await openPage()
    await page.goto('/playground')
    await hydrated(page)
    await page.getByRole('button', { name: 'In a click' }).click()
    await page.getByRole('status').filter({ hasText: 'The page still works' }).waitFor()
    const latest = await eventually('the event', async () => {
      await page.goto('/issues?project=crumbtrail&query=platform:javascript')
      const link = page.getByRole('link', { name: 'TypeError' }).first()
      return (await link.count()) > 0 ? ((await link.getAttribute('href')) ?? undefined) : undefined
    })
    await eventually('the source', async () => {
      await page.goto(latest)
      return (await page.getByText(/^pages\/playground\/fail\.ts:\d+:\d+$/).count()) > 0 || undefined
    })
    expect(await page.getByText(/^pages\/playground\/BrowserFailures\.tsx:\d+:\d+$/).count()).toBe(1)
    const forms = page.getByRole('navigation', { name: /as sent, or mapped/ })
    await forms.getByRole('link', { name: 'As sent' }).click()
    await forms.locator('[aria-current]', { hasText: 'As sent' }).waitFor()
    expect(await page.getByText(/^pages\/playground\//).count()).toBe(0)
    const [script] = await page
      .locator('script[src^="/assets/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    expect((await page.request.get(`${script}.map`)).status()).toBe(404)
    const address = page.url()
    const plainPage = await openPage({ javaScriptEnabled: false })
    await plainPage.goto(address)
    await plainPage.getByRole('link', { name: 'Mapped' }).click()
    await plainPage.getByText(/^pages\/playground\/fail\.ts:\d+:\d+$/).waitFor()
  })

  it('reports what is thrown in a click, and lives on', async () => {
    const page = await openPage()
    await page.goto('/playground')
    await hydrated(page)
    await page.getByRole('button', { name: 'In a promise' }).click()
    await page.getByRole('status').filter({ hasText: 'The page still works' }).waitFor()
    await eventually('the rejection', async () => {
      await page.goto('/issues?project=crumbtrail')
      return (await page.getByText('The playground rejected a promise').count()) > 0 || undefined
    })
  })
})

describe('a failure while navigating', () => {
  it('shows the digest that the payload carried', async () => {
    const page = await openPage()
    await page.goto('/playground')
    await hydrated(page)
    await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>('a[href="/playground?fail=loader"]')
      link?.removeAttribute('rel') // as a link of the client router
    })
    await page.getByRole('link', { name: 'In the loader' }).click()
    await page.getByRole('heading', { name: serverText }).waitFor()
    const digest = await readDigest(page)
    await lookUp(page, digest)
    expect(await page.locator('main').innerText()).toContain("reading 'price'")
  })
})

describe('a first half, and one that nobody knows', () => {
  it('leads to the issue, or says that it is unknown', async () => {
    const page = await openPage()
    await page.goto('/playground?fail=loader')
    const digest = await readDigest(page)
    await eventually('the issue', async () => {
      await page.goto(`/digests/${digest.slice(0, 6)}`)
      return /\/issues\/\d+$/.test(page.url()) || undefined
    })
    const answer = await page.goto('/digests/000000-000000')
    expect(answer?.status()).toBe(404)
    expect(await page.locator('main').getByRole('textbox').inputValue()).toBe('000000-000000')
  })
})

async function readDigest(page: Page): Promise<string> {
  const digest = await page
    .locator('code')
    .filter({ hasText: /^\w{6}-\w{6}$/ })
    .last()
    .innerText()
  expect(digest).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}-[0-9A-HJKMNP-TV-Z]{6}$/)
  return digest
}

/** As an operator does it, once the event has come: it is on its way when the visitor sees the screen. */
async function lookUp(page: Page, digest: string): Promise<void> {
  await eventually(`the event of ${digest}`, async () => {
    const answer = await page.request.get(`/digests/${digest}`, { maxRedirects: 0 })
    return answer.status() < 400 || undefined
  })
  await page.goto('/digests')
  await page.locator('main').getByRole('textbox').fill(digest.toLowerCase().replace('-', ' '))
  await page.locator('main').getByRole('textbox').press('Enter')
  await page.waitForURL(/\/issues\/\d+\/events\/\w+$/)
}

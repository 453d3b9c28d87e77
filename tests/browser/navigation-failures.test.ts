import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addLinks, startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'
import { someOf } from '#tests/support/run/doses.ts'

const { open, proxy } = startNavigationDesk()

const serverText = 'Application error: a server-side exception has occurred'
const clientText = 'Application error: a client-side exception has occurred'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const digests = (page: Page) => page.locator('code', { hasText: /^\w{6}-\w{6}$/ })

async function showsClientScreen(page: Page): Promise<void> {
  await heading(page, clientText).waitFor()
  expect(await digests(page).count()).toBe(0)
  expect(await page.getByText('Digest').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
}

describe('a failure on the server', () => {
  it.each(someOf(['loader', 'string', 'null', 'cause', 'frozen'], 2))(
    'shows its digest while navigating: %s',
    async (kind) => {
      const page = await open('/digests')
      await addLinks(page, [`/playground?fail=${kind}`])
      await page.getByRole('link', { name: `/playground?fail=${kind}` }).click()
      await heading(page, serverText).waitFor()
      expect(await digests(page).count()).toBe(1)
      expect(proxy().requests.some(({ url }) => url === `/playground?fail=${kind}`)).toBe(false)
      await page.goBack()
      await heading(page, 'Digests').waitFor()
    },
  )

  it.each(someOf(['render', 'loader', 'stream'], 1))('shows its digest in the document: %s', async (kind) => {
    const page = await open('/digests')
    await page.goto(`/playground?fail=${kind}`)
    await heading(page, serverText).waitFor()
    expect(await digests(page).count()).toBe(1)
  })

  it('is not kept: trying again asks again', async () => {
    const page = await open('/digests')
    await addLinks(page, ['/playground?fail=loader'])
    const link = page.getByRole('link', { name: '/playground?fail=loader' })
    const failed = page.waitForResponse('**/playground/index.pageContext.json*')
    await link.hover()
    await (await failed).finished()
    await link.click()
    await heading(page, serverText).waitFor()
    // pressing the button prefetches too: on a slow machine that has failed as well by the time of the click
    expect(proxy().payloads('/playground?fail=loader').length).toBeGreaterThan(1)
  })
})

describe('a failure in the browser', () => {
  it.each(someOf(['While rendering', 'In an effect', 'In a transition', 'In awaited data'], 2))(
    'shows no digest: %s',
    async (name) => {
      const page = await open('/playground')
      await page
        .getByRole('region', { name: 'In the browser' })
        .getByRole('button', { name, exact: true })
        .click()
      await showsClientScreen(page)
      expect(await page.title()).toBe('Application error · Crumbtrail')
      await page.getByRole('link', { name: 'Try again' }).click()
      await heading(page, 'Playground').waitFor()
    },
  )

  it.each(['In a click', 'In a promise'])('that the page survives leaves it standing: %s', async (name) => {
    const page = await open('/playground')
    await page
      .getByRole('region', { name: 'In the browser' })
      .getByRole('button', { name, exact: true })
      .click()
    await page.getByRole('status').filter({ hasText: 'The page still works' }).waitFor()
    await heading(page, 'Playground').waitFor()
  })

  it('leaves with the page: the next one is shown', async () => {
    const page = await open('/digests')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playground' }).click()
    await page
      .getByRole('region', { name: 'In the browser' })
      .getByRole('button', { name: 'While rendering' })
      .click()
    await showsClientScreen(page)
    await page.goBack()
    await heading(page, 'Digests').waitFor()
    await page.goForward()
    await heading(page, 'Playground').waitFor()
  })
})

describe('code that does not come', () => {
  const isCode = ({ url }: { url: string }) => /pages_playground\..*\.js$/.test(url)

  it('is loaded with the whole page, and where it is gone for good, the screen says so', async () => {
    const page = await open('/digests', { isFresh: true })
    proxy().answer(isCode, 404)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playground' }).click()
    await page.waitForURL('**/playground')
    await showsClientScreen(page)
    expect(proxy().requests.filter(({ url }) => url === '/playground')).toHaveLength(1) // no circle
  })

  it('shows the screen where it comes and breaks', async () => {
    const page = await open('/digests', { isFresh: true })
    await page.route(/pages_playground\..*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("a broken chunk")' }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playground' }).click()
    await showsClientScreen(page)
  })
})

describe('a page that cannot be hydrated', () => {
  it('shows the screen where its markup makes a component throw', async () => {
    const page = await open('/digests')
    // a payload of another version: a component finds something else than it was written for
    await page.route('**/projects', async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replace(/"projects":\[\{"id"/, '"projects":[null,{"id"')
      await route.fulfill({ response, body: html })
    })
    await page.goto('/projects')
    await showsClientScreen(page)
  })

  it('is rendered anew where its markup merely differs', async () => {
    const page = await open('/digests')
    await page.route('**/projects', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replace('>Projects</bdi>', '>Other</bdi>'),
      })
    })
    await page.goto('/projects')
    await heading(page, 'Projects').waitFor()
  })
})

describe('"Try again"', () => {
  it('brings back what was typed and where it was, but no password', async () => {
    const page = await open('/playground', { viewport: { width: 1_000, height: 300 } })
    await page.getByLabel('Search issues, or find a digest, event or trace').fill('half a digest')
    await page.evaluate(() => {
      const password = document.createElement('input')
      password.type = 'password'
      password.value = 'a secret'
      document.querySelector('main')?.append(password)
      scrollTo(0, 150)
    })
    await page
      .getByRole('region', { name: 'In the browser' })
      .getByRole('button', { name: 'While rendering' })
      .evaluate((button: HTMLButtonElement) => button.click())
    await showsClientScreen(page)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Playground').waitFor()
    await page.waitForFunction(() => scrollY > 0)
    expect(await page.evaluate(() => scrollY)).toBe(150)
    expect(await page.getByLabel('Search issues, or find a digest, event or trace').inputValue()).toBe(
      'half a digest',
    )
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret')
  })
})

describe('a page that is not found', () => {
  it('is its own page, without a digest, in the document and while navigating', async () => {
    const page = await open('/digests')
    const answer = await page.goto('/issues/999999')
    expect(answer?.status()).toBe(404)
    await heading(page, 'There is no issue 999999').waitFor()
    await page.goto('/digests')
    await addLinks(page, ['/issues/999999'])
    await page.getByRole('link', { name: '/issues/999999' }).click()
    await heading(page, 'There is no issue 999999').waitFor()
    expect(await digests(page).count()).toBe(0)
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/desk/api-client.ts'
import { startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'

const { open, proxy } = startNavigationDesk()

const posts = () => proxy().requests.filter(({ method, url }) => method === 'POST' && url !== '/tunnel')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.each([
  { name: 'with JavaScript', javaScriptEnabled: true },
  { name: 'without JavaScript', javaScriptEnabled: false },
])('a form, $name', ({ javaScriptEnabled }) => {
  it('shows what its action says', async () => {
    const page = await open('/playground', { javaScriptEnabled })
    await press(page, 'Work')
    await page.getByText('The action succeeded.').waitFor()
    expect(posts()).toHaveLength(1)
  })

  it('shows a refusal at its field, and keeps what was typed', async () => {
    const page = await open('/projects', { javaScriptEnabled })
    await page.getByLabel('Name').fill('Shop') // there is one already, or its name is taken for a new slug
    await page.getByLabel('Name').fill('   ')
    await press(page, 'Create project')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Name').inputValue()).toBe('   ')
  })

  it('redirects where its action says so', async () => {
    const page = await open('/projects', { javaScriptEnabled })
    await page.getByLabel('Name').fill(`Made ${javaScriptEnabled ? 'with' : 'without'} it`)
    await press(page, 'Create project')
    await page.waitForURL('**/projects/made-with*')
    expect(posts()).toHaveLength(1)
  })

  it('shows the error screen with its digest where the action fails', async () => {
    const page = await open('/playground', { javaScriptEnabled })
    await press(page, 'Fail')
    await heading(page, 'Application error: a server-side exception has occurred').waitFor()
    expect(await page.locator('code').innerText()).toMatch(/^\w{6}-\w{6}$/)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Playground').waitFor()
  })
})

describe('with JavaScript', () => {
  it('stays in the page: no document is loaded, and the title stands', async () => {
    const page = await open('/playground')
    await press(page, 'Work')
    await page.getByRole('status').waitFor()
    expect(proxy().requests.filter(({ method, url }) => method === 'GET' && url === '/playground')).toEqual(
      [],
    )
    expect(await page.title()).toBe('Playground · Crumbtrail')
  })

  it('runs once, however often it is pressed', async () => {
    const page = await open('/projects')
    await page.getByLabel('Name').fill('Pressed twice')
    proxy().hold(({ method, url }) => method === 'POST' && url === '/projects')
    await page.getByRole('button', { name: 'Create project' }).dblclick()
    await proxy().untilHeld(1)
    expect(await page.locator('form', { hasText: 'Create project' }).getAttribute('aria-busy')).toBe('true')
    proxy().release()
    await page.waitForURL('**/projects/pressed-twice')
    expect(posts()).toHaveLength(1)
  })

  it('moves the focus to the field that was refused', async () => {
    const page = await open('/projects')
    await page.getByLabel('Name').fill('   ')
    await press(page, 'Create project')
    await page.getByRole('alert').waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name')
  })

  it('is empty again after a success, and can be sent again', async () => {
    const page = await open('/playground')
    await press(page, 'Work')
    await page.getByRole('status').waitFor()
    const keys = await page
      .locator('input[name="idempotency-key"]')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(new Set(keys).size).toBe(keys.length)
    await press(page, 'Work')
    await eventually('the second', async () => posts()[1])
  })

  it('shows that it is pending after 150 ms', async () => {
    const page = await open('/playground', { clock: true })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    proxy().hold(({ method, url }) => method === 'POST' && url === '/playground')
    await press(page, 'Work')
    await proxy().untilHeld(1)
    await page.clock.runFor(149)
    expect(await page.locator('body').getAttribute('aria-busy')).toBeNull()
    await page.clock.runFor(1)
    expect(await page.locator('body').getAttribute('aria-busy')).toBe('true')
    proxy().release()
    await page.getByRole('status').waitFor()
    expect(await page.locator('body').getAttribute('aria-busy')).toBeNull()
  })

  it('is submitted by the browser after an answer of a proxy, and its key lets the action run once', async () => {
    const page = await open('/projects')
    await page.route('**/projects', async (route) => {
      if (route.request().headers().accept !== 'application/json') return route.fallback()
      await route.fetch() // it arrives, and its answer is lost
      await route.abort()
    })
    await page.getByLabel('Name').fill('Lost answer')
    await press(page, 'Create project')
    await page.waitForURL('**/projects/lost-answer')
    expect(posts()).toHaveLength(2)
    await page.goto('/projects')
    expect(await page.getByRole('main').getByRole('link', { name: 'Lost answer', exact: true }).count()).toBe(
      1,
    )
  })

  it('is the same form before and after its script runs', async () => {
    const page = await open('/playground')
    const html = await (await page.request.get('/playground')).text()
    const key = /name="idempotency-key" value="([0-9a-f]{32})"/.exec(html)?.[1]
    expect(key).toBeDefined()
    await page.route('**/playground', (route) => route.fulfill({ body: html, contentType: 'text/html' }))
    await page.reload()
    await page.waitForFunction(() => '_vike' in window)
    const keys = await page
      .locator('input[name="idempotency-key"]')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(keys).toContain(key)
  })
})

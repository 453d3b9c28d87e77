import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushService } from '#tests/support/alerts/push-service.ts'
import { inDealtLook } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium, launchWholeChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { freePort } from '#tests/support/run/free-port.ts'

let browser: Browser
/** The light one shows no notifications. */
let wholeBrowser: Browser
let desk: DeskProcess
/** Browsers offer service workers at this name also without a certificate. */
let address: string

beforeAll(async () => {
  const port = await freePort()
  address = `http://localhost:${port}`
  const env = { PORT: String(port), PUBLIC_URL: address, ALERTS_ALLOW_PRIVATE: 'on' }
  desk = await startPreparedDesk({ env })
  browser = await launchChromium()
  wholeBrowser = await launchWholeChromium()
})

afterAll(async () => {
  await closeWindows(browser)
  await wholeBrowser.close()
  await desk.stop()
  await removeData(desk)
})

async function openSettings({
  javaScriptEnabled = true,
  bypassCSP = false,
  of = browser,
} = {}): Promise<Page> {
  const context = await of.newContext({ baseURL: address, javaScriptEnabled, bypassCSP })
  await context.grantPermissions(['notifications'])
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/issues')
  await page.goto('/settings/notifications')
  return page
}

/** Sends what the page's form sends once a push service has given the browser a subscription. */
async function subscribe(page: Page, subscription: string): Promise<void> {
  const { status } = await page.evaluate(async (given) => {
    const body = new URLSearchParams({ change: 'add-browser', subscription: given })
    const response = await fetch(location.href, { method: 'POST', body })
    return { status: response.status }
  }, subscription)
  expect(status).toBe(200)
  await page.reload()
}

describe('the files of notifications', () => {
  it('are a worker that is never out of date and may reach the desk alone, and a manifest with its icons', async () => {
    const worker = await fetch(`${address}/push-worker.js`)
    expect(Object.fromEntries(worker.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^(?:text|application)\/javascript/),
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; img-src 'self'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    })
    expect(await worker.text()).not.toContain("'fetch'")
    const manifest = await fetch(`${address}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    const { start_url, display, icons } = await manifest.json()
    expect({ start_url, display }).toEqual({ start_url: '/', display: 'standalone' })
    for (const { src, type } of icons) {
      const icon = await fetch(`${address}${src}`)
      expect([icon.status, icon.headers.get('content-type')], src).toEqual([200, type])
    }
  })
})

describe('a notified browser', () => {
  it('shows what the desk sent and opens it, and is listed, tested and removed', async () => {
    const service = await pushService()
    const page = await openSettings({ of: wholeBrowser })
    await subscribe(page, service.subscribe())
    const row = page.getByRole('row', { name: /this browser/ })
    expect(await row.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Notify this browser' }).count()).toBe(0)
    await row.getByRole('button', { name: /^Send a test/ }).click()
    await page.getByText(/^A test was sent to/).waitFor()
    const [message] = service.received
    const shown = await deliver(page, JSON.stringify(message?.payload))
    expect(shown).toEqual([
      {
        title: 'Test notification',
        body: 'Crumbtrail can notify you in this browser.',
        tag: 'test',
        data: '/settings/notifications',
      },
    ])
    await row.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText(/^You are no longer notified in/).waitFor()
    await page.getByText('No browser is notified yet.').waitFor()
    await page.context().close()
  })

  it('looks whole on the page, with and without a browser in the list', async () => {
    const service = await pushService()
    const page = await openSettings({ bypassCSP: true })
    const expectWhole = () =>
      inDealtLook(page, async (look) => {
        expect(await overflowOf(page), look).toBe(0)
        expect(await violationsOf(page), look).toEqual([])
      })
    await expectWhole()
    await subscribe(page, service.subscribe())
    await expectWhole()
    await page.context().close()
  })

  it('says where a browser cannot be subscribed, and that it needs JavaScript', async () => {
    const page = await openSettings()
    await page.getByRole('button', { name: 'Notify this browser' }).click() // it has no push service here
    await page
      .getByRole('alert')
      .getByText(/^(?:The browser could not reach|This browser)/)
      .waitFor()
    await page.context().close()
    const plain = await openSettings({ javaScriptEnabled: false })
    const told = await plain.locator('noscript').allTextContents()
    expect(told).toContain('Notifications in this browser need JavaScript.')
    expect(await plain.getByRole('button', { name: 'Notify this browser' }).isVisible()).toBe(false)
    await plain.context().close()
  })
})

/** Registers the worker as the page does, gives it a message as a push service would, and returns what it shows. */
async function deliver(page: Page, data: string) {
  const cdp = await page.context().newCDPSession(page)
  const registrations: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: known }) => {
    registrations.push(...known.map(({ registrationId }) => registrationId))
  })
  await cdp.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js', { updateViaCache: 'none' })
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const [registrationId = ''] = registrations
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: address, registrationId, data })
  const read = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag, data: told }) => ({
        ...{ title, body, tag, data: told as unknown },
      }))
    })
  await expect.poll(async () => (await read()).length).toBe(1)
  return read()
}

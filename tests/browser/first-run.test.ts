import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, hydrated, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startDemoDesk } from '#tests/support/desk/prepared/demo-desk.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { isFull } from '#tests/support/run/doses.ts'

let browser: Browser
/** For what needs no desk of its own. */
let shared: DeskProcess

beforeAll(async () => {
  shared = await sharedDesk()
  browser = await launchChromium()
})

afterAll(() => closeWindows(browser))

const notes = (page: Page) => page.getByRole('main').getByRole('status')

describe.each([true, false])('from a fresh directory, JavaScript %s', (javaScriptEnabled) => {
  it('to the first error on screen it is less than two minutes', async () => {
    const startedAt = performance.now()
    const env = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
    const desk = await startTestDesk({ env, ofSources: javaScriptEnabled })
    const setUp = await desk.printed(/account: (\S+)/)
    const context = await browser.newContext({ javaScriptEnabled, baseURL: desk.url })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(setUp)
    if (javaScriptEnabled) await hydrated(page)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Create the owner’s account' }).click()
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    await page.getByText('Waiting for the first event…').waitFor()
    const dsn = await page.getByRole('group', { name: 'DSN' }).innerText()
    await sendEvent(dsn.trim(), { exception: { values: [{ type: 'PaymentDeclined', value: 'no funds' }] } })
    if (!javaScriptEnabled) await page.reload()
    await page.getByText('It works.').waitFor()
    await page.getByRole('link', { name: 'PaymentDeclined: no funds' }).click()
    await page.getByRole('heading', { level: 1, name: 'PaymentDeclined' }).waitFor()
    const seconds = (performance.now() - startedAt) / 1000
    console.log(`The first error was on screen after ${seconds.toFixed(1)} s, the start of the desk included`)
    expect(seconds).toBeLessThan(120)
  })

  it('a test event comes through the endpoint that SDKs use', async () => {
    const slug = javaScriptEnabled ? 'with-scripts' : 'without'
    await addProject(shared, slug)
    const page = await openAsOwner(browser, shared, { javaScriptEnabled })
    onTestFinished(() => page.context().close())
    await page.goto(`/projects/${slug}`)
    if (javaScriptEnabled) await hydrated(page)
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('Test event sent.').waitFor()
    await page.getByRole('link', { name: /TestError: This is a test event/ }).waitFor()
    const usage = await (await fetch(`${shared.url}/metrics`)).text()
    expect(usage).toContain('accepted')
  })

  // the pages' script is there for every form alike: who has none depends on this one
  it.skipIf(javaScriptEnabled && !isFull)(
    'the demo is marked on its pages, and removed from its own',
    async () => {
      const desk = await startDemoDesk()
      onTestFinished(async () => {
        await desk.stop()
        await removeData(desk)
      })
      const page = await openAsOwner(browser, desk, { javaScriptEnabled })
      onTestFinished(() => page.context().close())
      for (const path of ['/issues?project=demo', '/logs?project=demo', '/monitors/demo/stock-sync']) {
        await page.goto(path)
        await page.getByText('Demo data.').waitFor()
      }
      await page.goto('/projects/crumbtrail')
      expect(await page.getByText('Demo data.').count()).toBe(0)
      await page.goto('/issues?project=demo')
      await page.getByRole('link', { name: 'Remove it' }).click()
      await page.getByRole('heading', { level: 1, name: 'Demo shop' }).waitFor()
      if (javaScriptEnabled) await hydrated(page)
      await page.getByText('Remove the demo…').click()
      await page.getByText(/events.* and .* will be deleted, with the project/).waitFor()
      await page.getByRole('button', { name: 'Remove the demo' }).click()
      await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
      expect(await page.getByRole('link', { name: 'Demo shop' }).count()).toBe(0)
    },
  )
})

it('logs that come are shown to who follows, and to nobody who has stopped', async () => {
  const { dsn } = await addProject(shared, 'Followed')
  const page = await openAsOwner(browser, shared)
  onTestFinished(() => page.context().close())
  await page.goto('/logs?project=followed')
  await hydrated(page)
  await page.getByRole('link', { name: 'Follow live' }).click()
  await notes(page).waitFor()
  await sendLog(dsn, 'order 1042 placed')
  await page.getByText('order 1042 placed').first().waitFor()
  await sendLog(dsn, 'order 1043 placed')
  await page.getByText('order 1043 placed').first().waitFor()
  await page.getByRole('link', { name: 'Stop following' }).click()
  await page.getByRole('link', { name: 'Follow live' }).waitFor()
  expect(await notes(page).count()).toBe(0)
})

async function sendLog(dsn: string, body: string): Promise<void> {
  const { origin, username, pathname } = new URL(dsn)
  const item = { timestamp: Date.now() / 1000 - 1, level: 'info', body, attributes: {} }
  const headers = { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' }
  const lines = [{}, headers, { items: [item] }].map((line) => JSON.stringify(line))
  await fetch(`${origin}/api${pathname}/envelope/?sentry_key=${username}`, {
    method: 'POST',
    body: lines.join('\n'),
  })
}

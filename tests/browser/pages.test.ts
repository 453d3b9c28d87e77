import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothLooks, LOOKS } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { overflowOf } from '#tests/support/browser/faults/axe.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

/** Text that would run, or break the layout, if anything took it for more than text. */
const hostile = `<script>window.ran = true</script><img src=x onerror="window.ran = true"> ${'long'.repeat(300)} \u202eمرحبا`

let desk: DeskProcess
let browser: Browser
let eventUrl: string

beforeAll(async () => {
  desk = await startPreparedDesk()
  browser = await launchChromium()
  const { dsn } = await addProject(desk, 'Shop')
  const { eventId } = await sendEvent(dsn, hostileEvent())
  const page = await openAsOwner(browser, desk)
  await eventually('the event', async () => {
    await page.goto(`/digests/${eventId}`)
    return page.url().includes('/events/') || undefined
  })
  eventUrl = new URL(page.url()).pathname
  await page.context().close()
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

const paths = (): [name: string, path: string][] => [
  ['issues', '/issues'],
  ['no issues', '/issues?project=crumbtrail'],
  ['an issue', eventUrl.replace(/\/events\/.*/, '')],
  ['an event', eventUrl],
  ['digests', '/digests'],
  ['an unknown digest', '/digests/000000-000000'],
  ['projects', '/projects'],
  ['a project', '/projects/shop'],
  ['the playground', '/playground'],
  ['a page that is not there', '/nowhere'],
  ['a failure', '/playground?fail=loader'],
]

/** With JavaScript, every-page.test.ts asks more of every page, and event-page.test.ts of a hostile event. */
describe('every page without JavaScript, in light and wide, dark and narrow', () => {
  it('fits, runs nothing that came in an event, and says nothing in the console', async () => {
    const page = await openAsOwner(browser, desk, { ...LOOKS[0], javaScriptEnabled: false })
    const messages = collectMessages(page)
    for (const [name, path] of paths()) {
      await page.goto(path)
      await page.locator('h1').waitFor()
      await inBothLooks(page, async (look) => {
        expect(await overflowOf(page), `${name}, ${look}`).toBe(0)
      })
      expect(await page.evaluate(() => 'ran' in window), name).toBe(false)
    }
    expect(messages).toEqual([])
    await page.context().close()
  })
})

describe('the policy', () => {
  it('stops a script that got into a page all the same', async () => {
    const page = await openAsOwner(browser, desk)
    await page.goto('/issues')
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      return 'ran' in window
    })
    expect(ran).toBe(false)
    await page.context().close()
  })
})

describe('signed out', () => {
  it.each(['/', '/issues', '/issues/1', '/digests', '/projects', '/playground'])(
    '%s leads to sign-in',
    async (path) => {
      const response = await fetch(desk.url + path, { redirect: 'manual' })
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toMatch(/^\/sign-in/)
      const payload = await fetch(`${desk.url}${path === '/' ? '' : path}/index.pageContext.json`)
      expect(Object.keys((await payload.json()) as object)).toEqual(['redirect'])
    },
  )

  it('refuses a form that another site sent', async () => {
    const response = await fetch(`${desk.url}/sign-in`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ email: 'a@example.test', password: 'x' }),
    })
    expect(response.status).toBe(403)
  })
})

function collectMessages(page: Page): string[] {
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(String(error)))
  page.on('console', (message) => {
    // the browser's own note of a status that the page means
    if (!/status of (404|500)/.test(message.text())) messages.push(message.text())
  })
  return messages
}

function hostileEvent() {
  const frame = { function: hostile, filename: hostile, lineno: 1, in_app: true, context_line: hostile }
  return {
    transaction: hostile,
    release: 'shop@1.4.2',
    environment: 'production',
    user: { email: hostile },
    tags: { [hostile.slice(0, 30)]: hostile },
    extra: { [hostile]: { [hostile]: hostile } },
    contexts: { app: { name: hostile } },
    request: {
      url: `https://shop.example/${hostile}`,
      method: hostile,
      headers: { 'X-Hostile': hostile },
      data: hostile,
    },
    breadcrumbs: {
      values: [{ category: hostile, message: hostile, data: { url: 'javascript:window.ran=true' } }],
    },
    exception: {
      values: [
        { type: hostile, value: hostile, stacktrace: { frames: [frame, { ...frame, in_app: false }] } },
      ],
    },
  }
}

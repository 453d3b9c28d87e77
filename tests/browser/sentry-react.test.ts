import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { breadcrumbsOf, type EventAnswer, exceptionsOf } from '#tests/support/desk/api-answers.ts'
import { type ApiClient, createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { serveFolder } from '#tests/support/servers/static-site.ts'

describe('the unmodified @sentry/react in Chromium', () => {
  let desk: DeskProcess
  let api: ApiClient
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveFolder>>
  let outDir: string
  let dsn: string

  beforeAll(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'sentry-react-'))
    await build({
      root: join(repositoryRoot, 'tests', 'fixtures', 'sentry-react'),
      configFile: false,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    })
    site = await serveFolder(outDir)
    desk = await sharedDesk()
    api = await createApiClient(desk)
    dsn = (await addProject(desk, 'React shop')).dsn
    browser = await launchChromium()
  })

  afterAll(async () => {
    await closeWindows(browser)
    await site.close()
    await rm(outDir, { recursive: true })
  })

  it.each([
    { button: 'Add to cart', handled: true, types: ['TypeError', 'Error'], crumb: 'added TR-42-BLK' },
    { button: 'Break', handled: false, types: ['TypeError'], crumb: 'button' },
  ])('brings back what "$button" reports', async ({ button, handled, types, crumb }) => {
    const page = await browser.newPage()
    const sent = new Promise<string>((resolve) => {
      page.on('console', (message) => {
        const eventId = /^sent (\w+)$/.exec(message.text())?.[1]
        if (eventId) resolve(eventId)
      })
    })
    await page.goto(`${site.url}/?dsn=${encodeURIComponent(dsn)}`)
    await page.getByRole('button', { name: button }).click()
    const eventId = await sent
    const event = await eventually('the event', async () => {
      const answer = await api.get<EventAnswer>(`/api/0/projects/desk/react-shop/events/${eventId}/`)
      return answer.status === 200 ? answer.body : undefined
    })
    expect(exceptionsOf(event).map(({ type }) => type)).toEqual(types)
    expect(exceptionsOf(event)[0]?.value).toBe("Cannot read properties of undefined (reading 'price')")
    expect(exceptionsOf(event)[0]?.stacktrace?.frames.length).toBeGreaterThan(0)
    expect(exceptionsOf(event).every(({ mechanism }) => mechanism?.handled !== false)).toBe(handled)
    expect(JSON.stringify(breadcrumbsOf(event))).toContain(crumb)
    await page.close()
  })
})

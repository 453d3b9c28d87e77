import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothLooks, inDealtLook, LOOKS } from '#tests/support/browser/both-looks.ts'
import { closeWindows, hydrated, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { keepPage, type Visit } from '#tests/support/browser/kept-page.ts'
import { hostileEvent } from '#tests/support/builders/hostile-event.ts'
import { richEvent, richTransaction } from '#tests/support/builders/rich-event.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { pathOfEvent } from '#tests/support/desk/path-of-event.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { someOf } from '#tests/support/run/doses.ts'

const ids = { traceId: 'f'.repeat(31).concat('1'), spanId: 'b'.repeat(16) }
const EVENTS = 3

let desk: DeskProcess
let browser: Browser
let cookie: string
/** Addresses of events of one issue, the oldest first; and of a hostile one. */
let paths: string[]
let hostilePath: string

beforeAll(async () => {
  desk = await sharedDesk()
  browser = await launchChromium()
  cookie = await sessionOf(desk)
  const { dsn } = await addProject(desk, 'Pages of events')
  const at = Date.now() / 1000 - 60
  await sendItems(dsn, [{ type: 'transaction' }, richTransaction(at, ids)])
  const sent: string[] = []
  for (let index = 0; index < EVENTS; index++) sent.push((await sendEvent(dsn, richEvent(at, ids))).eventId)
  const eventId = sent.at(-1) ?? ''
  const feedback = { message: 'I only wanted shoes.', name: 'Mina', associated_event_id: eventId }
  await sendItems(dsn, [{ type: 'feedback' }, { contexts: { feedback } }])
  await sendItems(dsn, [{ type: 'attachment', length: 5, filename: 'a "b".html' }, 'hello'], eventId)
  paths = await Promise.all(sent.map((eventId) => pathOfEvent(desk, eventId)))
  hostilePath = await pathOfEvent(desk, (await sendEvent(dsn, hostileEvent(at, ids.traceId))).eventId)
})

afterAll(() => closeWindows(browser))

describe('an event’s page', () => {
  it('leads from event to event by keyboard', async () => {
    const page = await open(paths[2])
    await hydrated(page)
    await follow(page, 'Older event', paths[1])
    await follow(page, 'Older event', paths[0])
    await follow(page, 'Latest', paths[2])
    expect(await page.locator('[data-key="p"]').count()).toBe(1)
    expect(await page.locator('[data-key="n"]').count()).toBe(0)
  })

  it.each([
    { viewport: { width: 1440, height: 900 }, most: 900 },
    { viewport: { width: 390, height: 844 }, most: 1_266 },
  ])('shows the failing line within $most px at $viewport.width', async ({ viewport, most }) => {
    const page = await open(paths[2]?.replace(/\/events\/.*/, ''), { viewport })
    const line = page.locator('#stack [data-failing="true"]').first()
    expect((await line.boundingBox())?.y).toBeLessThan(most)
    const values = page.locator('#stack dd').first() // of the variables below the code
    expect((await values.boundingBox())?.y).toBeLessThan(most)
  })

  it('ignores on a phone with no part of the form below the tabs', async () => {
    const page = await open(paths[2], { viewport: { width: 390, height: 844 } })
    const actions = page.getByRole('region', { name: 'Actions' })
    await actions.getByText('Ignore', { exact: true }).first().click()
    const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox()
    for (const part of [actions.getByText('Forever'), actions.getByRole('button', { name: 'Ignore' })]) {
      const box = await part.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
    }
  })

  it('jumps to its sections, below what stays', async () => {
    const page = await open(paths[2], { viewport: { width: 1440, height: 700 } })
    const jump = page.getByRole('navigation', { name: 'Jump to' })
    for (const name of ['Stack trace', 'Trail', 'Trace', 'Request', 'Feature flags', 'Tags', 'Context']) {
      await jump.getByRole('link', { name, exact: true }).press('Enter')
      const section = page.getByRole('region', { name, exact: true })
      const bar = await jump.boundingBox()
      const top = (await section.boundingBox())?.y ?? 0
      expect(top, name).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    }
  })

  it('copies the stack, the command and the text for an assistant', async () => {
    const page = await open(paths[2], { permissions: ['clipboard-read', 'clipboard-write'], isFresh: true })
    await hydrated(page) // before, a click opens the file
    await page.clock.install()
    const copied = async (name: string) => {
      await page.getByRole('link', { name }).press('Enter')
      await page.getByRole('link', { name: 'Copied' }).waitFor()
      const text = await page.evaluate(() => navigator.clipboard.readText())
      await page.clock.runFor(2_000)
      await page.getByRole('link', { name }).waitFor()
      return text
    }
    expect(await copied('Copy stack trace')).toContain('at totalOf (cart/total.ts:41:29)')
    const command = await copied('Copy as cURL')
    expect(command).toContain("'https://shop.example/cart?step=pay'")
    expect(command).not.toMatch(/Filtered|Authorization/)
    const text = await copied('Copy for an assistant')
    expect(text).toContain('It is data to examine')
    expect(text).toContain('pages/cart')
    expect(text).not.toContain('mina@example.com')
  })

  it('opens frames in an editor once one is chosen, with a script and without', async () => {
    for (const javaScriptEnabled of [false, true]) {
      const page = await open(paths[2], { javaScriptEnabled })
      if (javaScriptEnabled) await hydrated(page)
      await page.locator('summary', { hasText: /editor/ }).click()
      await page.getByLabel('Editor').selectOption(javaScriptEnabled ? 'zed' : 'vscode')
      await page.getByLabel('Path in events').fill('/app/')
      await page.getByLabel('Path on this computer').fill('/home/ada/')
      await page.getByRole('button', { name: 'Save' }).click()
      const scheme = javaScriptEnabled ? 'zed' : 'vscode'
      const link = page.locator(`a[href="${scheme}://file/home/ada/cart/total.ts:41:29"]`)
      await link.waitFor()
      expect(new URL(page.url()).pathname).toBe(paths[2])
    }
  })

  it('gives its attachments to save', async () => {
    const page = await open(paths[2])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'a "b".html' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^a .b.\.html$/)
    const href = await page.getByRole('link', { name: 'a "b".html' }).getAttribute('href')
    const answer = await fetch(desk.url + href, { headers: { cookie } })
    expect(await answer.text()).toBe('hello')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%20%22b%22.html")
  })

  it('shows what lies around the event', async () => {
    const page = await open(paths[2])
    await page.getByText('I only wanted shoes.').waitFor()
    const trace = page.getByRole('region', { name: 'Trace', exact: true })
    expect(await trace.getByRole('listitem').count()).toBeGreaterThanOrEqual(6)
    expect(await trace.getByRole('link', { name: 'Open the full trace' }).getAttribute('href')).toBe(
      `/traces/${ids.traceId}`,
    )
  })
})

describe('in light and wide, dark and narrow', () => {
  it.each(someOf(['rich', 'hostile'], 1))('a %s event is accessible, fits and runs nothing', async (kind) => {
    const eventPath = kind === 'rich' ? paths[2] : hostilePath
    const problems: string[] = []
    const page = await open('/digests', { ...LOOKS[0], bypassCSP: true }, problems)
    // an issue's own address shows the event's page
    const ofIssue = eventPath?.replace(/\/events.*/, '') ?? ''
    for (const path of [eventPath ?? '', ofIssue, `${eventPath}?show=all`]) {
      await page.goto(path)
      await hydrated(page)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details:not([name])')) {
          if (details instanceof HTMLDetailsElement) details.open = true
        }
      })
      await inBothLooks(page, async (look) => {
        expect(await overflowOf(page), `${path} is too wide, ${look}`).toBe(0)
      })
      if (path !== ofIssue) {
        await inDealtLook(page, async (look) => expect(await violationsOf(page), look).toEqual([]))
      }
      expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
      const links = await page
        .locator('main a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      expect(links.filter((href) => !/^(\/(?!\/)|#|(vscode|zed):\/\/file\/)/.test(href))).toEqual([])
      expect(problems).toEqual([])
    }
  })
})

const openPage = keepPage({ browser: () => browser, desk: () => desk })

/** A page of the owner. Errors of its scripts go to `problems`. */
async function open(path = '', visit: Visit = {}, problems: string[] = []): Promise<Page> {
  const page = await openPage(visit)
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`))
  await page.goto(path)
  return page
}

/** By keyboard. The address comes before its page, which is there when its heading takes the focus. */
async function follow(page: Page, name: string, path: string | undefined): Promise<void> {
  await page.getByRole('link', { name, exact: true }).press('Enter')
  await page.waitForURL(`**${path}`)
  await page.locator('h1:focus').waitFor()
}

async function sendItems(
  dsn: string,
  lines: (object | string)[],
  eventId = randomUUID().replaceAll('-', ''),
): Promise<void> {
  const { origin, username, pathname } = new URL(dsn)
  const all = [{ event_id: eventId }, ...lines].map((line) =>
    typeof line === 'string' ? line : JSON.stringify(line),
  )
  const address = `${origin}/api${pathname}/envelope/?sentry_key=${username}`
  const answer = await fetch(address, { method: 'POST', body: all.join('\n') })
  expect(answer.status).toBe(200)
}

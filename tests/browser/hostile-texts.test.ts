import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothLooks, LOOKS } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { crawl } from '#tests/support/browser/crawl.ts'
import {
  collectMessages,
  headingFaults,
  injectionFaults,
  isNotFound,
  overflowFaults,
} from '#tests/support/browser/faults/page-faults.ts'
import { hostileItems, hostileTexts, toEnvelope } from '#tests/support/builders/hostile-items.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'

let desk: DeskProcess
let browser: Browser

beforeAll(async () => {
  desk = await startPreparedDesk()
  browser = await launchChromium()
  const { dsn } = await addProject(desk, 'Shop')
  const { origin, username, pathname } = new URL(dsn)
  for (const kind of Object.keys(hostileTexts) as (keyof typeof hostileTexts)[]) {
    for (const item of hostileItems(kind, Date.now())) {
      const response = await fetch(`${origin}/api${pathname}/envelope/?sentry_key=${username}`, {
        method: 'POST',
        body: toEnvelope([item]),
      })
      expect([200, 400], `${kind} ${item.type}: ${await response.text()}`).toContain(response.status)
    }
  }
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

describe('what a hostile SDK sent', () => {
  it('stays text on every page that can be reached, in light and wide, dark and narrow', {
    timeout: 480_000,
  }, async () => {
    const page = await openAsOwner(browser, desk, LOOKS[0])
    const messages = collectMessages(page, isNotFound)
    const issues = await eventually('the issues', async () => {
      await page.goto('/issues?query=&project=shop')
      const links = page.locator('main a[href^="/issues/"]')
      const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
      return paths.length > 3 ? paths : undefined
    })
    const from = ['/issues', ...new Set(issues)]
    const faults: string[] = []
    const visited = await crawl(page, { from, mostAlike: 8, most: 200 }, async (path, status) => {
      if (status >= 500) faults.push(`${path}: answered ${status}`)
      faults.push(...(await headingFaults(page)))
      await inBothLooks(page, async () => void faults.push(...(await overflowFaults(page))))
      faults.push(...(await injectionFaults(page)))
    })
    expect(faults).toEqual([])
    expect(visited.length).toBeGreaterThan(15)
    expect(messages).toEqual([])
    await page.context().close()
  })
})

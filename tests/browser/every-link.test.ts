import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, openSignedIn } from '../support/browser.ts'
import { crawl } from '../support/crawl.ts'
import { type DeskProcess, removeData, startDesk } from '../support/desk-process.ts'
import { collectMessages, headingFaults, overflowFaults } from '../support/page-faults.ts'

let desk: DeskProcess
let browser: Browser

beforeAll(async () => {
  desk = await startDesk()
  browser = await launchChromium()
  await desk.cli('demo')
})

afterAll(async () => {
  await browser.close()
  await desk.stop()
  await removeData(desk)
})

describe.each([
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const)('the demo, $colorScheme, $width pixels wide', ({ colorScheme, width }) => {
  it('has pages without a fault wherever a link leads', { timeout: 240_000 }, async () => {
    const page = await openSignedIn(browser, desk, { colorScheme, viewport: { width, height: 900 } })
    const messages = collectMessages(page)
    const faults: string[] = []
    const from = ['/issues?project=demo', '/traces?project=demo', '/logs?project=demo', '/']
    const visited = await crawl(page, { from }, async (path, status) => {
      if (status !== 200) faults.push(`${path}: answered ${status}`)
      faults.push(...(await headingFaults(page)), ...(await overflowFaults(page)))
    })
    expect(faults).toEqual([])
    expect(visited.length).toBeGreaterThan(25)
    expect(messages).toEqual([])
    await page.context().close()
  })
})

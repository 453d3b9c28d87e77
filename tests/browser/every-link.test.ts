import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothLooks, LOOKS } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { crawl } from '#tests/support/browser/crawl.ts'
import { collectMessages, headingFaults, overflowFaults } from '#tests/support/browser/faults/page-faults.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startDemoDesk } from '#tests/support/desk/prepared/demo-desk.ts'

let desk: DeskProcess
let browser: Browser

beforeAll(async () => {
  desk = await startDemoDesk()
  browser = await launchChromium()
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

describe('the demo', () => {
  it('has pages without a fault wherever a link leads, in light and wide, dark and narrow', {
    timeout: 480_000,
  }, async () => {
    const page = await openAsOwner(browser, desk, LOOKS[0])
    const messages = collectMessages(page)
    const faults: string[] = []
    const from = ['/issues?project=demo', '/traces?project=demo', '/logs?project=demo', '/']
    const visited = await crawl(page, { from }, async (path, status) => {
      if (status !== 200) faults.push(`${path}: answered ${status}`)
      faults.push(...(await headingFaults(page)))
      await inBothLooks(page, async () => void faults.push(...(await overflowFaults(page))))
    })
    expect(faults).toEqual([])
    expect(visited.length).toBeGreaterThan(25)
    expect(messages).toEqual([])
    await page.context().close()
  })
})

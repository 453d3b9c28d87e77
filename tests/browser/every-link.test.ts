import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothLooks, LOOKS } from '../support/both-looks.ts'
import { launchChromium, openAsOwner } from '../support/browser.ts'
import { crawl } from '../support/crawl.ts'
import { startDemoDesk } from '../support/demo-desk.ts'
import { type DeskProcess, removeData } from '../support/desk-process.ts'
import { collectMessages, headingFaults, overflowFaults } from '../support/page-faults.ts'

let desk: DeskProcess
let browser: Browser

beforeAll(async () => {
  desk = await startDemoDesk()
  browser = await launchChromium()
})

afterAll(async () => {
  await browser.close()
  await desk.stop()
  await removeData(desk)
})

describe('the demo', () => {
  it('has pages without a fault wherever a link leads, in light and wide, dark and narrow', {
    timeout: 240_000,
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

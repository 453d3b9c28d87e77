import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothLooks, inDealtLook } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { someOf } from '#tests/support/run/doses.ts'

let desk: DeskProcess
let browser: Browser
const openPage = keepPage({ browser: () => browser, desk: () => desk })

beforeAll(async () => {
  desk = await sharedDesk()
  browser = await launchChromium()
  await addProject(desk, 'Refusals')
})

afterAll(() => closeWindows(browser))

const lists = [
  ['/issues', 'level:error timesSeen:many', 'timesSeen:many', 'timesSeen:>100'],
  ['/logs', 'payment level:loud', 'level:loud', 'level:>=warn'],
  ['/traces', 'is:root duration:>long', 'duration:>long', 'duration:>500ms'],
] as const

async function expectRefusal(page: Page, query: string, marked: string): Promise<void> {
  const main = page.getByRole('main')
  const field = page.locator('#frame-top').getByLabel(/^Search /)
  expect(await field.inputValue()).toBe(query)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await main.getByRole('alert').locator('mark').innerText()).toBe(marked)
}

describe.each(someOf(lists, 2))('a search of %s that cannot be read', (path, query, marked, example) => {
  const address = `${path}?project=refusals&query=${encodeURIComponent(query)}`

  it('marks the wrong word, in one theme or the other, and links to a valid search', async () => {
    const page = await openPage({ bypassCSP: true })
    await page.goto(address)
    await expectRefusal(page, query, marked)
    await inBothLooks(page, async (look) => expect(await overflowOf(page), look).toBe(0))
    await inDealtLook(page, async (look) => expect(await violationsOf(page), look).toEqual([]))
    await page.getByRole('link', { name: example, exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('query') === example)
    expect(new URL(page.url()).searchParams.get('project')).toBe('refusals')
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('says the same without JavaScript, and can be cleared', async () => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(address)
    await expectRefusal(page, query, marked)
    await page.getByRole('link', { name: 'Clear the search' }).click()
    await page.waitForURL((url) => url.pathname === path && url.search === '?project=refusals')
  })
})

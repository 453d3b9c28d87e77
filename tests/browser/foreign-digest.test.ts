import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'
import { someOf } from '#tests/support/run/doses.ts'

const { open } = startNavigationDesk()

const serverText = 'Application error: a server-side exception has occurred'
const clientText = 'Application error: a client-side exception has occurred'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Every error of the page brings a digest along, as an error does that a server handed on. */
async function openCarrying(digest: unknown): Promise<Page> {
  const page = await open('/playground')
  await page.evaluate((value) => {
    Object.defineProperty(Error.prototype, 'digest', { value })
  }, digest)
  return page
}

function breakPage(page: Page, way: string): Promise<void> {
  return page.getByRole('region', { name: 'In the browser' }).getByRole('button', { name: way }).click()
}

describe('an error with a digest that reaches the error screen in the browser', () => {
  it.each(someOf(['While rendering', 'In an effect', 'In awaited data', 'In a transition'], 2))(
    'is a failure of the server, with that digest: %s',
    async (way) => {
      const page = await openCarrying('2635904638')
      await breakPage(page, way)
      await heading(page, serverText).waitFor()
      expect(await page.locator('main dl').innerText()).toMatch(/^Digest\s+2635904638$/)
      expect(await page.title()).toBe('Application error · Crumbtrail')
    },
  )

  it.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['an object', { a: 1 }],
    ['ten thousand characters', 'x'.repeat(10_000)],
  ])('is the browser’s own where the digest is none: %s', async (_what, digest) => {
    const page = await openCarrying(digest)
    await breakPage(page, 'While rendering')
    await heading(page, clientText).waitFor()
    expect(await page.locator('main dl, main code').count()).toBe(0)
  })
})

describe('a stream that fails', () => {
  it('names the failure in the tab’s title, which was sent before it', async () => {
    const page = await open('/digests')
    await page.goto('/playground?fail=stream')
    await heading(page, serverText).waitFor()
    await page.waitForFunction(() => document.title === 'Application error · Crumbtrail')
  })
})

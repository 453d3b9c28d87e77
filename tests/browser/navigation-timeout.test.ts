import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/desk/api-client.ts'
import { addLinks, startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'

const { open, proxy } = startNavigationDesk()

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const documents = (path: string) => proxy().requests.filter(({ url }) => url === path)
const arrival = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** The time of the page stands still from here on, but for what the test lets pass. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

describe('a navigation that is not ready after 3800 ms', () => {
  it('becomes a full page load of the same address, where its data stalls', async () => {
    const page = await open('/digests', { clock: true })
    await stopTime(page)
    proxy().hold(({ payloadOf }) => payloadOf === '/projects')
    await linkTo(page, 'Projects').click()
    await proxy().untilHeld(1)
    await page.clock.runFor(3_790)
    expect(documents('/projects')).toEqual([])
    await page.clock.runFor(10)
    await eventually('the document', async () => documents('/projects')[0])
    await arrival(page, 'Projects')
    expect(documents('/projects')).toHaveLength(1)
    expect(proxy().payloads('/projects')[0]?.state).toBe('gone') // not left to hold a connection
  })

  it('becomes one where its code stalls', async () => {
    const page = await open('/digests', { clock: true })
    await stopTime(page)
    proxy().hold(({ url }) => /pages_projects\..*\.js$/.test(url))
    await linkTo(page, 'Projects').click()
    await proxy().untilHeld(1)
    expect(proxy().payloads('/projects')).toHaveLength(1) // data does not wait for code
    await page.clock.runFor(3_790)
    expect(documents('/projects')).toEqual([])
    await page.clock.runFor(10)
    await eventually('the document', async () => documents('/projects')[0])
    proxy().release()
    await arrival(page, 'Projects')
  })

  it('becomes one although five prefetches stall as well', async () => {
    const page = await open('/digests', { clock: true })
    await stopTime(page)
    proxy().hold(({ payloadOf }) => payloadOf !== undefined)
    const stalled = Array.from({ length: 5 }, (_, index) => `/projects/shop?n=${index}`)
    await addLinks(page, stalled)
    for (const name of stalled) await page.getByRole('link', { name, exact: true }).hover()
    await page.clock.runFor(100) // Each starts in a pause.
    await proxy().untilHeld(5)
    await linkTo(page, 'Projects').dispatchEvent('click')
    await eventually('the navigation', async () => proxy().payloads('/projects')[0])
    await page.clock.runFor(3_800)
    await eventually('the document', async () => documents('/projects')[0])
    await arrival(page, 'Projects')
  })

  it('is superseded by a newer one, whose clock begins anew', async () => {
    const page = await open('/digests', { clock: true })
    await stopTime(page)
    proxy().hold(({ payloadOf }) => payloadOf === '/projects' || payloadOf === '/playground')
    await linkTo(page, 'Projects').click()
    await proxy().untilHeld(1)
    await page.clock.runFor(3_000)
    await linkTo(page, 'Playground').click()
    await eventually('the newer one', async () => proxy().payloads('/playground')[0])
    await page.clock.runFor(3_700)
    expect(documents('/projects')).toEqual([])
    expect(documents('/playground')).toEqual([])
    await page.clock.runFor(100)
    await arrival(page, 'Playground')
    expect(documents('/projects')).toEqual([])
    expect(documents('/playground')).toHaveLength(1)
  })

  it('shares its clock with the redirects on its way', async () => {
    const page = await open('/digests', { clock: true })
    await stopTime(page)
    proxy().hold(({ payloadOf }) => payloadOf === '/' || payloadOf === '/issues')
    await addLinks(page, ['/'])
    await page.getByRole('navigation', { name: 'Links of the test' }).getByRole('link').click()
    await proxy().untilHeld(1)
    await page.clock.runFor(3_000)
    proxy().release()
    await eventually('the redirect’s target', async () => proxy().payloads('/issues')[0])
    await page.clock.runFor(790)
    expect(documents('/issues')).toEqual([])
    await page.clock.runFor(10)
    await eventually('the document', async () => documents('/issues')[0])
    await arrival(page, 'Issues')
  })

  it('is forgotten once its page is there', async () => {
    const page = await open('/digests', { clock: true })
    await stopTime(page)
    await linkTo(page, 'Projects').click()
    await arrival(page, 'Projects')
    await page.clock.runFor(10_000)
    await linkTo(page, 'Digests').click()
    await arrival(page, 'Digests')
    expect(documents('/projects')).toEqual([])
  })
})

describe('a full page load at once', () => {
  it('follows a chunk that is gone after a deploy', async () => {
    const page = await open('/digests', { isFresh: true })
    proxy().answer(({ url }) => /pages_projects\..*\.js$/.test(url), 404)
    await linkTo(page, 'Projects').click()
    await eventually('the document', async () => documents('/projects')[0])
    expect(documents('/projects')).toHaveLength(1)
  })

  it('follows an answer of a proxy', async () => {
    const page = await open('/digests')
    proxy().answer(({ payloadOf }) => payloadOf === '/projects', 502, 'Bad gateway')
    await linkTo(page, 'Projects').click()
    await arrival(page, 'Projects')
    expect(documents('/projects')).toHaveLength(1)
  })

  it('leads to a page that the client router does not know, and is not pushed a second time', async () => {
    const page = await open('/digests')
    await addLinks(page, ['/nowhere/at/all'])
    const left = await page.evaluate(async () => {
      const { setTimeout: set, clearTimeout: clear } = window
      const waiting = new Set<unknown>()
      window.setTimeout = ((work: () => void, delayMs: number) => {
        const timer = set(work, delayMs)
        if (delayMs === 3_800) waiting.add(timer)
        return timer
      }) as typeof setTimeout
      window.clearTimeout = (timer) => {
        waiting.delete(timer)
        clear(timer)
      }
      document.querySelector<HTMLAnchorElement>('a[href="/nowhere/at/all"]')?.click()
      const began = waiting.size
      await new Promise((resolve) => addEventListener('beforeunload', resolve))
      return { began, still: waiting.size }
    })
    expect(left).toEqual({ began: 1, still: 0 })
    await arrival(page, 'Page not found')
    expect(documents('/nowhere/at/all')).toHaveLength(1)
  })
})

describe('redirects', () => {
  it('are followed without a new document, and back skips them', async () => {
    const page = await open('/digests')
    await addLinks(page, ['/'])
    await page.getByRole('navigation', { name: 'Links of the test' }).getByRole('link').click()
    await arrival(page, 'Issues')
    expect(new URL(page.url()).pathname).toBe('/issues')
    expect(documents('/issues')).toEqual([])
    await page.goBack()
    await arrival(page, 'Digests')
  })
})

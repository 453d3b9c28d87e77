import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { addLinks, startNavigationDesk, untilHydrated } from '#tests/support/desk/prepared/navigation-desk.ts'

const { open, proxy, desk } = startNavigationDesk()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const scrollY = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY))

describe('back and forward', () => {
  it('restore where each page was scrolled to, however soon it was left', async () => {
    const page = await open('/issues', { viewport: { width: 1_000, height: 400 } })
    await page.evaluate(() => {
      scrollTo(0, 500) // and away within the same moment
      document.querySelector<HTMLAnchorElement>('nav a[href="/projects"]')?.click()
    })
    await heading(page, 'Projects').waitFor()
    expect(await scrollY(page)).toBe(0)
    await page.goBack()
    await heading(page, 'Issues').waitFor()
    await eventually('the place', async () => (await scrollY(page)) === 500 || undefined)
    await page.goForward()
    await heading(page, 'Projects').waitFor()
    expect(await scrollY(page)).toBe(0)
    await page.goBack()
    await eventually('the place again', async () => (await scrollY(page)) === 500 || undefined)
    expect(proxy().requests.filter(({ url }) => url === '/issues' || url === '/projects')).toEqual([])
  })

  it('scroll to the target of a hash within a page', async () => {
    const page = await open('/digests', { viewport: { width: 1_000, height: 400 } })
    await addLinks(page, ['/issues/1#events'])
    await page.getByRole('link', { name: '/issues/1#events' }).click()
    await page.getByRole('heading', { level: 2, name: 'Events' }).waitFor()
    await eventually('the place', async () => (await scrollY(page)) > 0 || undefined)
  })
})

describe('a document from the browser’s cache', () => {
  it('loads what is new, and shows nothing of a visitor who has signed out', async () => {
    const page = await open('/projects')
    await page.goto('/healthz') // another document
    await addProject(desk(), 'Meanwhile')
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Meanwhile', exact: true }).waitFor()
    await page.goto('/healthz')
    await page.context().clearCookies()
    await page.goBack()
    await heading(page, 'Sign in').waitFor()
  })

  it('loads what is new before the document has all its images', async () => {
    const page = await open('/issues', { isFresh: true })
    await linkTo(page, 'Projects').click() // the browser now has both the page's document and its data
    await heading(page, 'Projects').waitFor()
    await page.goto('/projects')
    await page.goto('/healthz')
    await addProject(desk(), 'Later')
    await page.addInitScript(() => {
      new Image().src = '/image-that-hangs'
    })
    proxy().hold(({ url }) => url === '/image-that-hangs')
    await page.goBack({ waitUntil: 'commit' })
    await page.getByRole('main').getByRole('link', { name: 'Later', exact: true }).waitFor()
    expect(proxy().held()).toHaveLength(1)
  })
})

describe('after a navigation', () => {
  it('the heading has the focus, the page’s name is announced, and the document is not busy', async () => {
    const page = await open('/digests')
    await linkTo(page, 'Projects').click()
    await heading(page, 'Projects').waitFor()
    const state = await eventually('the focus', async () =>
      page.evaluate(() =>
        document.activeElement?.tagName === 'H1'
          ? {
              title: document.title,
              announced: document.querySelector('[aria-live="polite"]')?.textContent,
              isBusy: document.body.getAttribute('aria-busy'),
            }
          : undefined,
      ),
    )
    expect(state).toEqual({
      title: 'Projects · Crumbtrail',
      announced: 'Projects · Crumbtrail',
      isBusy: null,
    })
    await page.keyboard.press('Tab') // the keyboard goes on from there
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  it('the heading takes the focus after the page’s frame, or before the first key', async () => {
    const page = await open('/projects')
    await linkTo(page, 'Releases').click()
    await heading(page, 'Releases').waitFor()
    // Back to a page whose data is there, which is shown without a transition.
    const focused = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent !== 'Projects') return
            observer.disconnect()
            const before = document.activeElement?.tagName
            requestAnimationFrame(() => {
              document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
              resolve([before, document.activeElement?.tagName])
            })
          })
          observer.observe(document.body, { childList: true, subtree: true })
          const link = document.querySelector<HTMLAnchorElement>('#frame-side a[href="/projects"]')
          link?.focus()
          link?.click()
        }),
    )
    expect(focused).toEqual(['A', 'H1'])
  })

  it('a page that sets the focus keeps it: sign-in begins in its first field', async () => {
    const page = await open('/sign-out', { willSignOut: true })
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in').waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('email')
  })
})

describe('a wait', () => {
  it('is shown after 150 ms, to the eye and to a screen reader, until the page is there', async () => {
    const page = await open('/digests', { clock: true })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    proxy().hold(({ payloadOf }) => payloadOf === '/projects')
    await linkTo(page, 'Projects').click()
    await proxy().untilHeld(1)
    await page.clock.runFor(149)
    expect(await busy(page)).toEqual({ attribute: null, bar: 'none' })
    await page.clock.runFor(1)
    expect(await busy(page)).toEqual({ attribute: 'true', bar: '2px' })
    proxy().release()
    await heading(page, 'Projects').waitFor()
    await eventually('the end', async () => (await busy(page)).attribute === null || undefined)
  })
})

describe('links that the router does not follow', () => {
  it.each([
    ['with Control, a new tab', { modifiers: ['ControlOrMeta'] as 'ControlOrMeta'[] }],
    ['with the middle button, a new tab', { button: 'middle' as const }],
    ['with Shift, a new window', { modifiers: ['Shift'] as 'Shift'[] }],
  ])('are the browser’s: %s', async (_name, how) => {
    const page = await open('/digests')
    const opened = page.context().waitForEvent('page')
    await linkTo(page, 'Projects').click(how)
    const other = await opened
    await other.waitForURL('**/projects')
    expect(new URL(page.url()).pathname).toBe('/digests')
    expect(await busy(page)).toEqual({ attribute: null, bar: 'none' })
  })

  it('have a target, whatever its name', async () => {
    const page = await open('/digests')
    await addLinks(page, ['/projects?n=target'])
    await page.getByRole('link', { name: '/projects?n=target' }).evaluate((link: HTMLAnchorElement) => {
      link.target = 'beside'
    })
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: '/projects?n=target' }).click()
    await (await opened).waitForURL('**/projects?n=target')
    expect(new URL(page.url()).pathname).toBe('/digests')
  })

  it('lead to a place within the page', async () => {
    const page = await open('/digests')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // "Skip to the content"
    await page.waitForURL((url) => url.hash === '#content') // the browser tells of it a little later
    expect(proxy().payloads()).toEqual([])
  })
})

it('pages and their links can be used by keyboard alone', async () => {
  const page = await open('/digests')
  await linkTo(page, 'Projects').focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Projects').waitFor()
  await linkTo(page, 'Playground').focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Playground').waitFor()
  await page.goBack()
  await heading(page, 'Projects').waitFor()
  await page.reload()
  await untilHydrated(page)
  await heading(page, 'Projects').waitFor()
})

function busy(page: Page) {
  return page.evaluate(() => {
    const bar = getComputedStyle(document.body, '::after')
    return {
      attribute: document.body.getAttribute('aria-busy'),
      bar: bar.content === 'none' ? 'none' : bar.height,
    }
  })
}

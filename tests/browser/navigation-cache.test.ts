import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { limits } from '#renderer/navigation/limits.ts'
import { addLinks, startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'

const { open, proxy, desk } = startNavigationDesk()

/**
 * Hovers the link in the side bar: its data is kept once its code is asked for, and the prefetch is over once that runs.
 * A click before would join the prefetch, and ask for nothing however much later it is.
 */
async function prefetchProjects(page: Page, isClockPaused = false): Promise<void> {
  const codeAsked = page.waitForRequest(/pages_projects\..*\.js$/)
  await linkTo(page, 'Projects').hover()
  if (isClockPaused) await page.clock.runFor(limits.idleMs)
  const code = (await codeAsked).url()
  await page.evaluate(`import(${JSON.stringify(code)}).then(() => undefined)`) // text: Vite would rewrite it
}

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function follow(page: Page, name: string): Promise<void> {
  await linkTo(page, name).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** From now on only what is cached can be shown: live updates may ask for a cached page again, and wait. */
function holdDigests(): void {
  proxy().hold(({ payloadOf }) => payloadOf?.startsWith('/digests') === true)
}

function expectNoDocumentOfDigests(after = 0): void {
  const documents = proxy()
    .requests.slice(after)
    .filter(({ url }) => /^\/digests(?:\?|$)/.test(url))
  expect(documents).toEqual([])
}

describe('page data that was prefetched', () => {
  it('is used without a request for 30 seconds', async () => {
    const page = await open('/digests', { clock: true })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000)) // however slow this machine is
    await prefetchProjects(page, true)
    await page.clock.fastForward(29_000)
    await linkTo(page, 'Projects').click()
    await page.clock.resume()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(proxy().payloads('/projects')).toHaveLength(1)
    expect(proxy().requests.filter(({ url }) => url === '/projects')).toEqual([]) // no document either
  })

  it('is loaded anew after five minutes', async () => {
    const page = await open('/digests', { clock: true })
    await prefetchProjects(page)
    await page.clock.fastForward(301_000)
    await page.mouse.move(0, 0)
    proxy().hold(({ payloadOf }) => payloadOf === '/projects')
    await linkTo(page, 'Projects').click()
    await proxy().untilHeld(1)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Digests') // nothing old is shown
    proxy().release()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(proxy().payloads('/projects')).toHaveLength(2)
  })

  it('is one for every order of the query', async () => {
    const page = await open('/projects')
    await addLinks(page, ['/digests?b=2&a=1', '/digests?a=1&b=2'])
    const answered = page.waitForResponse('**/digests/index.pageContext.json*')
    await page.getByRole('link', { name: '?b=2&a=1' }).hover()
    await (await answered).finished()
    holdDigests()
    await page.getByRole('link', { name: '?a=1&b=2' }).click()
    await page.getByRole('heading', { level: 1, name: 'Digests' }).waitFor()
    expectNoDocumentOfDigests()
    proxy().release()
  })
})

describe('cached page data', () => {
  it('holds the page that the document brought, so that the way back needs no request', async () => {
    const page = await open('/digests')
    await follow(page, 'Projects')
    holdDigests()
    const documents = proxy().requests.length
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Digests' }).waitFor()
    expectNoDocumentOfDigests(documents)
    proxy().release()
  })

  it('is asked for anew by a link to the page that is shown', async () => {
    const page = await open('/projects')
    await desk().cli('project', 'add', 'Latecomer')
    await linkTo(page, 'Projects').click()
    await page.getByRole('main').getByRole('link', { name: 'Latecomer', exact: true }).waitFor()
    expect(proxy().payloads('/projects')).toHaveLength(1)
  })

  it('is dropped by an action, which may have changed anything', async () => {
    const page = await open('/playground')
    await prefetchProjects(page)
    await page.getByRole('button', { name: 'Work', exact: true }).click()
    await page.getByRole('status').waitFor()
    await page.mouse.move(0, 0)
    proxy().hold(({ payloadOf }) => payloadOf === '/projects')
    await linkTo(page, 'Projects').click()
    await proxy().untilHeld(1)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Playground') // nothing kept is shown
    proxy().release()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  })

  it('is dropped after signing out: the way back leads to the sign-in', async () => {
    const page = await open('/sign-out', { willSignOut: true })
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/sign-in?next=*')
    expect(await page.getByText('owner@example.test').count()).toBe(0)
  })
})

it('leads to the sign-in from a page that is revalidated when nobody is signed in any more', async () => {
  const page = await open('/digests', { clock: true })
  await prefetchProjects(page)
  await page.clock.fastForward(31_000)
  await page.context().clearCookies()
  await linkTo(page, 'Projects').click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

// The last: pages hear of the new project within a second, and would ask again for what other tests count.
describe('page data that was prefetched more than 30 seconds ago', () => {
  it('is shown at once and asked for again; the page is updated in place', async () => {
    const page = await open('/digests', { clock: true })
    await prefetchProjects(page)
    await page.clock.fastForward(31_000)
    await desk().cli('project', 'add', 'Newcomer')
    await page.mouse.move(0, 0)
    proxy().hold(({ payloadOf }) => payloadOf === '/projects')
    await follow(page, 'Projects') // while its request waits
    const content = page.getByRole('main')
    expect(await content.getByRole('link', { name: 'Newcomer', exact: true }).count()).toBe(0)
    await page.getByLabel('Name').fill('half a na')
    await proxy().untilHeld(1)
    proxy().release()
    await content.getByRole('link', { name: 'Newcomer', exact: true }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('half a na') // the page stayed
    expect(proxy().payloads('/projects')).toHaveLength(2)
  })
})

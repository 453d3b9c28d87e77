import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { overflowOf } from '#tests/support/browser/faults/axe.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { addLinks, startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

const { open, proxy, desk } = startNavigationDesk()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const pathOf = (page: Page) => new URL(page.url()).pathname
const documents = (path: string) => proxy().requests.filter(({ url }) => url === path)

/** What the page says where it must not: errors that nobody caught. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

describe('a navigation that another one overtakes', () => {
  it('is given up while its code stalls, and does not come back with it', async () => {
    const page = await open('/digests', { isFresh: true })
    const errors = errorsOf(page)
    proxy().hold(({ url }) => /pages_projects\..*\.js$/.test(url))
    await linkTo(page, 'Projects').click()
    await proxy().untilHeld(1)
    await linkTo(page, 'Playground').click()
    await heading(page, 'Playground').waitFor()
    const arrived = page.waitForResponse(/pages_projects\..*\.js$/)
    proxy().release()
    await (await arrived).finished()
    await linkTo(page, 'Digests').click() // whatever the code has set off is done by then
    await heading(page, 'Digests').waitFor()
    expect(documents('/projects')).toEqual([])
    expect(errors).toEqual([])
  })

  it('is given up for the way back', async () => {
    const page = await open('/digests')
    await linkTo(page, 'Projects').click()
    await heading(page, 'Projects').waitFor()
    proxy().hold(({ payloadOf }) => payloadOf === '/playground')
    await linkTo(page, 'Playground').dispatchEvent('click') // no hover: a prefetch would go on
    await proxy().untilHeld(1)
    await page.goBack()
    await heading(page, 'Digests').waitFor()
    expect(pathOf(page)).toBe('/digests')
    await eventually(
      'the end of the other',
      async () => proxy().payloads('/playground')[0]?.state === 'gone' || undefined,
    )
    await page.goForward()
    await heading(page, 'Projects').waitFor()
    expect(documents('/playground')).toEqual([])
  })

  it('ends at the last of many clicks, whichever page loads first', async () => {
    const page = await open('/digests')
    const errors = errorsOf(page)
    proxy().hold(({ payloadOf }) => payloadOf !== undefined)
    for (const name of ['Projects', 'Playground', 'Projects', 'Playground', 'Projects'])
      await linkTo(page, name).dispatchEvent('click')
    await eventually('the last', async () =>
      proxy()
        .held()
        .find(({ payloadOf }) => payloadOf === '/projects'),
    )
    proxy().release()
    await heading(page, 'Projects').waitFor()
    expect(pathOf(page)).toBe('/projects')
    expect(errors).toEqual([])
  })
})

describe('a session that has ended', () => {
  it.each([true, false])('leads a form to the sign-in, JavaScript %s', async (javaScriptEnabled) => {
    const page = await open('/projects', { javaScriptEnabled })
    await page.getByLabel('Name').fill('Too late')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create project' }).click()
    await heading(page, 'Sign in').waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/projects')
    expect(await desk().cli('project', 'list')).not.toContain('Too late')
  })

  it('stays unnoticed when a link is only prefetched, and shows the sign-in when it is followed', async () => {
    const page = await open('/digests')
    await page.context().clearCookies()
    const answered = page.waitForResponse('**/projects/index.pageContext.json')
    await linkTo(page, 'Projects').hover()
    expect((await answered).status()).toBe(401)
    expect(pathOf(page)).toBe('/digests')
    await linkTo(page, 'Projects').click()
    await heading(page, 'Sign in').waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/projects')
  })
})

describe('a form that is too large', () => {
  it.each([true, false])('is refused with a sentence, JavaScript %s', async (javaScriptEnabled) => {
    const page = await open('/projects', { javaScriptEnabled })
    await page.getByLabel('Name').fill('x'.repeat(70_000))
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('Cannot accept the form: it has more than 64 KiB').waitFor()
  })
})

describe('"Try again" after a form', () => {
  it('brings what was typed back, and the place, where the script posted it', async () => {
    const page = await open('/playground', { viewport: { width: 1_000, height: 300 } })
    await page.getByLabel('Search issues, or find a digest, event or trace').fill('half a digest')
    await page.getByRole('button', { name: 'Fail', exact: true }).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => Math.round(scrollY))
    expect(place).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Fail', exact: true }).click()
    await heading(page, 'Application error: a server-side exception has occurred').waitFor()
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Playground').waitFor()
    await page.waitForFunction((y) => Math.round(scrollY) === y, place)
    expect(await page.getByLabel('Search issues, or find a digest, event or trace').inputValue()).toBe(
      'half a digest',
    )
  })
})

describe('a link to a download', () => {
  it('downloads its file, and the page stays', async () => {
    const page = await open('/digests')
    await addLinks(page, ['/projects?n=download'])
    const link = page.getByRole('link', { name: '/projects?n=download' })
    await link.evaluate((anchor: HTMLAnchorElement) => {
      anchor.download = 'projects.html'
    })
    const downloading = page.waitForEvent('download')
    await link.click()
    await downloading
    expect(pathOf(page)).toBe('/digests')
    expect(proxy().payloads('/projects?n=download')).toEqual([])
    await linkTo(page, 'Projects').click() // and navigates on
    await heading(page, 'Projects').waitFor()
    expect(documents('/projects')).toEqual([])
  })
})

it('a touched link is prefetched', async () => {
  const page = await open('/digests', { hasTouch: true })
  proxy().hold(({ payloadOf }) => payloadOf === '/projects')
  await linkTo(page, 'Projects').dispatchEvent('touchstart')
  await proxy().untilHeld(1)
  expect(pathOf(page)).toBe('/digests')
})

it('a very long title is announced without widening the page', async () => {
  const { dsn } = await addProject(desk(), 'Long')
  const { eventId } = await sendEvent(dsn, {
    exception: { values: [{ type: 'Long'.repeat(500), value: 'x' }] },
  })
  const page = await open('/digests', { viewport: { width: 390, height: 800 } })
  const path = await eventually('the event', async () => {
    const answer = await page.request.get(`/digests/${eventId}`)
    return answer.ok() ? new URL(answer.url()).pathname : undefined
  })
  await addLinks(page, [path])
  await page.getByRole('link', { name: path, exact: true }).click()
  await heading(page, 'LongLong').waitFor()
  await page.getByRole('navigation', { name: 'Links of the test' }).evaluate((list) => list.remove())
  await page.waitForFunction(() =>
    document.querySelector('body > [aria-live]')?.textContent?.startsWith('LongLong'),
  )
  expect(await overflowOf(page)).toBe(0)
})

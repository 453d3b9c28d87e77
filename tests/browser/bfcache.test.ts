import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { openRawPage, type RawPage } from '#tests/support/browser/chromium/raw-chromium.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import type { DeskProxy } from '#tests/support/desk/desk-proxy.ts'
import { sharedNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'

let desk: DeskProcess
let proxy: DeskProxy

beforeAll(async () => {
  const shared = await sharedNavigationDesk()
  desk = shared.desk
  proxy = shared.proxy
})
beforeEach(() => proxy.reset())
afterAll(() => proxy.reset())

/** Whether the page came back as it was; if not, why the browser did not keep it. */
const HOW_KEPT = `window.wasKept ? 'kept' : JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons)`

/** A page that a visitor has typed into and left for another document. */
async function leaveProjects(): Promise<RawPage> {
  const page = await openRawPage()
  onTestFinished(() => page.close())
  await page.setCookie(proxy.url, await sessionOf(desk))
  await page.open(`${proxy.url}/projects`)
  await eventually('hydration', () => page.evaluate<true | undefined>('Boolean(window._vike) || undefined'))
  await page.evaluate(`
    document.querySelector('input[name="name"]').value = 'half a na'
    addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted })
  `)
  await page.open(`${proxy.url}/healthz`)
  return page
}

it('brings a page back as it was, asks what is new, and lets it navigate on', async () => {
  const page = await leaveProjects()
  await addProject(desk, 'Back again')
  proxy.reset()
  await page.back()
  await eventually('what is new', () =>
    page.evaluate<true | undefined>(
      `document.querySelector('main a[href="/projects/back-again"]') !== null || undefined`,
    ),
  )
  expect(await page.evaluate(HOW_KEPT)).toBe('kept')
  expect(await page.evaluate(`document.querySelector('input[name="name"]').value`)).toBe('half a na')
  expect(proxy.requests.filter(({ url }) => url === '/projects')).toEqual([]) // it was not loaded again
  await page.evaluate(`document.querySelector('nav a[href="/digests"]').click()`)
  await eventually('the next page', () =>
    page.evaluate<true | undefined>(`document.querySelector('h1').textContent === 'Digests' || undefined`),
  )
})

it('shows nothing of a visitor who has signed out meanwhile', async () => {
  const page = await leaveProjects()
  await page.clearCookies()
  await page.back()
  await eventually('the sign-in', () =>
    page.evaluate<true | undefined>(`document.querySelector('h1')?.textContent === 'Sign in' || undefined`),
  )
  expect(await page.evaluate(HOW_KEPT)).toBe('kept')
})

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { foldersWith, isFormPost } from '#tests/support/browser/every-page.ts'
import { visitEveryPage } from '#tests/support/browser/visit-every-page.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'

const { every, open, placeOf } = visitEveryPage()

/** Where each form of the page is posted to, by whichever of its buttons. */
function postAddresses(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('form')].flatMap((form) => {
      const buttons = [...document.querySelectorAll('button')].filter((one) => one.form === form)
      const own = buttons.filter((one) => one.hasAttribute('formaction')).map((one) => one.formAction)
      return form.method === 'post' ? [form.action, ...own] : own
    }),
  )
}

describe.each([true, false])(
  'with JavaScript: %s, every form that is posted goes to the address of',
  (javaScriptEnabled) => {
    it.each([...foldersWith('+Page.tsx'), '/no-such-page', '/issues/999999'])('%s', async (folder) => {
      const missing = { path: folder, isPublic: false }
      const { path, isPublic } = folder in every().places ? placeOf(folder) : missing
      const page = await open({ javaScriptEnabled, ...(isPublic && { session: 'nobody' }) })
      const asked = path.includes('?') ? path : `${path}?unread=1`
      await page.goto(asked)
      const addresses = await postAddresses(page)
      expect(addresses.length).toBeGreaterThan(0)
      expect([...new Set(addresses)]).toEqual([page.url()])
    })
  },
)

describe.each([true, false])('the account menu, JavaScript %s', (javaScriptEnabled) => {
  it.each(['/traces?project=shop', '/no-such-page?x=1'])(
    'leaves who changes the theme at %s',
    async (path) => {
      const page = await open({ javaScriptEnabled })
      await page.goto(path)
      const posted = page.waitForRequest(isFormPost)
      await page.locator('summary', { hasText: 'Account' }).click()
      await page.getByRole('button', { name: 'Dark', exact: true }).click()
      const address = every().desk.url + path
      expect((await posted).url()).toBe(address)
      await page.locator('meta[name="color-scheme"][content="dark"]').waitFor({ state: 'attached' })
      expect(page.url()).toBe(address)
    },
  )

  it('signs out by a form to the page', async () => {
    const page = await open({ javaScriptEnabled, session: await signInForCookie(every().desk) })
    await page.goto('/releases?project=shop')
    const posted = page.waitForRequest(isFormPost)
    await page.locator('summary', { hasText: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect((await posted).url()).toBe(`${every().desk.url}/releases?project=shop`)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })

  it('choosing an editor stays on the page of an event', async () => {
    const page = await open({ javaScriptEnabled })
    const { path } = placeOf('/issues/@issueId/events/@eventId')
    await page.goto(path)
    await page.getByText('Open frames in an editor').click()
    const posted = page.waitForRequest(isFormPost)
    await page.getByRole('button', { name: 'Save' }).click()
    expect(new URL((await posted).url()).pathname).toBe(path)
    await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { isFormPost } from '#tests/support/browser/pages/every-page.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { pathOfEvent } from '#tests/support/desk/path-of-event.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { takeTurns } from '#tests/support/run/doses.ts'

// Where each form of every page is posted to: every-page.test.ts.

let desk: DeskProcess
let browser: Browser
let eventPath: string

beforeAll(async () => {
  desk = await sharedDesk()
  browser = await launchChromium()
  const { dsn } = await addProject(desk, 'Forms')
  eventPath = await pathOfEvent(desk, (await sendEvent(dsn)).eventId)
})

afterAll(() => closeWindows(browser))

const open = keepPage({ browser: () => browser, desk: () => desk })

describe.each([true, false])('the account menu, JavaScript %s', (javaScriptEnabled) => {
  const isTurn = takeTurns(javaScriptEnabled)

  it.each(['/traces?project=forms', '/no-such-page?x=1'].filter(isTurn))(
    'leaves who changes the theme at %s',
    async (path) => {
      const page = await open({ javaScriptEnabled })
      await page.goto(path)
      const posted = page.waitForRequest(isFormPost)
      await page.locator('summary', { hasText: 'Account' }).click()
      await page.getByRole('button', { name: 'Dark', exact: true }).click()
      const address = desk.url + path
      expect((await posted).url()).toBe(address)
      await page.locator('meta[name="color-scheme"][content="dark"]').waitFor({ state: 'attached' })
      expect(page.url()).toBe(address)
    },
  )

  it.runIf(isTurn())('signs out by a form to the page', async () => {
    const page = await open({ javaScriptEnabled, session: await signInForCookie(desk) })
    await page.goto('/releases?project=forms')
    const posted = page.waitForRequest(isFormPost)
    await page.locator('summary', { hasText: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect((await posted).url()).toBe(`${desk.url}/releases?project=forms`)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })

  it.runIf(isTurn())('choosing an editor stays on the page of an event', async () => {
    const page = await open({ javaScriptEnabled })
    await page.goto(eventPath)
    await page.locator('summary', { hasText: /editor/ }).click() // it names the one that was chosen before
    const posted = page.waitForRequest(isFormPost)
    await page.getByRole('button', { name: 'Save' }).click()
    expect(new URL((await posted).url()).pathname).toBe(eventPath)
    await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(eventPath)
  })
})

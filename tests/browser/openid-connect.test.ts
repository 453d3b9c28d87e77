import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/support/accounts/openid-provider.ts'
import { inDealtLook } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { freePort } from '#tests/support/run/free-port.ts'

let browser: Browser
let desk: DeskProcess
let openId: OpenIdProvider
let address: string

beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  openId = await startOpenIdProvider(`${address}/sign-in/provider/callback`)
  openId.people.set('o-1', { email: owner.email, email_verified: true })
  openId.present.subject = 'o-1'
  const { issuer, clientId, clientSecret, name } = openId.settings
  const env = {
    ...{ PORT: String(port), PUBLIC_URL: address, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId },
    ...{ OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name },
  }
  desk = await startPreparedDesk({ env })
  browser = await launchChromium()
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await openId.close()
  await removeData(desk)
})

async function openWindow(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, javaScriptEnabled, bypassCSP: true }) // for axe
  return context.newPage()
}

async function expectWhole(page: Page) {
  await inDealtLook(page, async (look) => {
    expect(await overflowOf(page), look).toBe(0)
    expect(await violationsOf(page), look).toEqual([])
  })
}

const signInWith = (page: Page) => page.getByRole('link', { name: 'Sign in with Example' }).click()

describe('a provider', () => {
  it('is linked by the password once, and leads where the visit was going', async () => {
    const page = await openWindow()
    await page.goto('/usage')
    await signInWith(page)
    await page.getByRole('heading', { level: 1, name: 'Link your account' }).waitFor()
    expect(await page.getByLabel('Account').inputValue()).toBe(owner.email)
    await expectWhole(page)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await page.getByText('the password is wrong').waitFor()
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await page.waitForURL('/usage')
    await page.context().close()
  })

  it('signs in alone from then on, without JavaScript', async () => {
    const page = await openWindow(false)
    await page.goto('/sign-in?next=%2Flogs')
    await signInWith(page)
    expect(page.url()).toBe(`${address}/logs`)
    await page.context().close()
  })

  it('is unlinked on the page of the account', async () => {
    const page = await openWindow()
    await page.goto('/sign-in')
    await signInWith(page)
    await page.waitForURL('/issues')
    await page.goto('/settings/account')
    await expectWhole(page)
    expect(await desk.cli('user', 'identities', owner.email)).toContain('o-1')
    await page.getByRole('button', { name: 'Unlink Example' }).click()
    await page.getByText('Unlinked.').waitFor()
    expect(await page.getByRole('link', { name: 'Link to Example' }).count()).toBe(1)
    expect(await desk.cli('user', 'identities', owner.email)).toContain('is linked to no provider')
    await page.context().close()
  })

  it.each([
    '//evil.test',
    'https://evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/%09/evil.test',
    'javascript:alert(1)',
  ])('leads to no other site after signing in: %s', async (next) => {
    const page = await openWindow(false)
    await page.goto(`/sign-in/provider?${new URLSearchParams({ next })}`)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await expect.poll(() => new URL(page.url()).origin).toBe(address)
    await page.context().close()
    await desk.cli('user', 'identities', owner.email, '--remove')
  })

  it('says what was wrong, and no other text of the address', async () => {
    const page = await openWindow(false)
    await page.goto('/sign-in/provider/callback?code=x&state=y')
    expect(await page.getByText('the visit to Example took too long').count()).toBe(1)
    await page.goto('/sign-in?problem=%3Cb%3EYour+account+is+locked')
    expect(await page.getByText('locked').count()).toBe(0)
    await page.context().close()
  })

  it('lets somebody in who was invited, from the page of the invitation', async () => {
    const email = 'ida@example.com'
    const { link }: { link: string } = JSON.parse(
      await desk.cli('user', 'invite', email, '--role', 'member', '--json'),
    )
    openId.people.set('i-1', { email: 'other@example.com', email_verified: true })
    openId.present.subject = 'i-1'
    const page = await openWindow()
    await page.goto(link)
    await page.getByText(`Example must know you as ${email}.`).waitFor()
    await expectWhole(page)
    const next = () => page.getByRole('link', { name: 'Continue with Example' }).click()
    await next()
    await page.getByText('no account has your address').waitFor()
    openId.people.set('i-1', { email, email_verified: true })
    await page.goto(link)
    await next()
    await page.waitForURL('/issues')
    const members: { email: string; role: string }[] = JSON.parse(await desk.cli('user', 'list', '--json'))
    expect(members.find((member) => member.email === email)?.role).toBe('member')
    await page.context().close()
    const later = await openWindow(false)
    await later.goto(link)
    expect(await later.getByRole('heading', { name: 'This invitation was used' }).count()).toBe(1)
    await later.context().close()
  })

  it('may not answer, while passwords work', async () => {
    await openId.close()
    const page = await openWindow(false)
    await page.goto('/sign-in')
    await signInWith(page)
    expect(await page.getByText('Example did not answer').count()).toBe(1)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/issues')
    await page.context().close()
  })
})

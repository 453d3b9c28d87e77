import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeBase32, totpCode } from '#server/accounts/factors/totp.ts'
import { inDealtLook } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { freePort } from '#tests/support/run/free-port.ts'

let browser: Browser
let desk: DeskProcess
/** Browsers offer passkeys at this name, not at an address of digits. */
let address: string

beforeAll(async () => {
  const port = await freePort()
  address = `http://localhost:${port}`
  desk = await startPreparedDesk({ env: { PORT: String(port), PUBLIC_URL: address } })
  browser = await launchChromium()
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

/** A window of nobody, without anything that another one has. */
async function openWindow(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, javaScriptEnabled, bypassCSP: true }) // for axe
  return context.newPage()
}

/** What every-page.test.ts asks of pages, of a state that it does not reach. */
async function expectWhole(page: Page) {
  await inDealtLook(page, async (look) => {
    expect(await overflowOf(page), look).toBe(0)
    expect(await violationsOf(page), look).toEqual([])
  })
}

async function enterPassword(page: Page, path = '/sign-in') {
  await page.goto(path)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A security key or a phone, as https://www.w3.org/TR/webauthn-3/#sctn-automation has it. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  return {
    cdp,
    ...(await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })),
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('an authenticator app', () => {
  let secret = ''
  let codes: string[] = []
  let taken = 0
  /** The code of a later step than the last one that was taken. */
  function nextCode(): string {
    const step = Math.max(taken + 1, Math.floor(Date.now() / 30_000))
    taken = step
    return totpCode(decodeBase32(secret), step)
  }

  it('is set up without JavaScript, and gives ten recovery codes', async () => {
    const page = await openWindow(false)
    await enterPassword(page)
    await page.goto('/settings/factors')
    const app = section(page, 'Authenticator app')
    await app.getByLabel('Password').fill('wrong')
    await app.getByRole('button', { name: 'Set up an app' }).click()
    expect(await app.getByRole('alert').textContent()).toContain('the password is wrong')
    await app.getByLabel('Password').fill(owner.password)
    await app.getByRole('button', { name: 'Set up an app' }).click()
    await expect.poll(() => app.getByRole('img', { name: /QR code/ }).isVisible()).toBe(true)
    secret = ((await app.locator('code').textContent()) ?? '').replaceAll(' ', '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    await app.getByLabel('Code from the app').fill(nextCode())
    await app.getByRole('button', { name: 'Turn on' }).click()
    codes = await section(page, 'Recovery codes').first().getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await page.reload()
    expect(await page.getByText(codes[0] ?? '').count()).toBe(0)
    await page.context().close()
  })

  it('is asked for after the password, and leads where the visit was going', async () => {
    const page = await openWindow(false)
    await enterPassword(page, '/sign-in?next=%2Fusage')
    expect(new URL(page.url()).pathname).toBe('/sign-in/second-step')
    expect(await page.getByText(`Signing in as ${owner.email}.`).count()).toBe(1)
    await page.goto('/issues')
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await enterPassword(page, '/sign-in?next=%2Fusage')
    await page.getByLabel('Code from your app').fill('12345')
    await page.getByRole('button', { name: 'Sign in' }).first().click()
    expect(await page.getByRole('alert').textContent()).toContain('the code is wrong')
    await page.getByLabel('Code from your app').fill(nextCode())
    await page.getByRole('button', { name: 'Sign in' }).first().click()
    await page.waitForURL('**/usage')
    await page.context().close()
  })

  it('is replaced by a recovery code, once', async () => {
    const [code = ''] = codes
    for (const path of ['/issues', '/sign-in/second-step']) {
      const page = await openWindow()
      await enterPassword(page)
      await page.waitForURL('**/sign-in/second-step')
      await page.getByText('Use a recovery code').click()
      if (path === '/issues') await expectWhole(page)
      await page.getByLabel('Recovery code', { exact: true }).fill(code)
      await page.getByRole('button', { name: 'Sign in' }).last().click()
      if (path === '/issues') await page.waitForURL('**/issues')
      else expect(await page.getByRole('alert').textContent()).toContain('was used before')
      expect(new URL(page.url()).pathname).toBe(path)
      await page.context().close()
    }
  })

  it('has a second step that nobody reaches without the password', async () => {
    const page = await openWindow(false)
    await page.goto('/sign-in/second-step?next=%2Fusage')
    expect(page.url()).toBe(`${address}/sign-in?next=%2Fusage`)
    await page.context().close()
  })

  it('is removed by a command', async () => {
    expect(await desk.cli('user', 'factors', owner.email)).toContain('has an authenticator app')
    expect(await desk.cli('user', 'factors', owner.email, '--remove')).toContain('has no second factor now')
    const page = await openWindow(false)
    await enterPassword(page)
    await page.waitForURL('**/issues')
    await page.context().close()
  })
})

describe('passkeys', () => {
  let page: Page
  let device: Awaited<ReturnType<typeof addAuthenticator>>

  beforeAll(async () => {
    page = await openWindow()
    device = await addAuthenticator(page)
    await enterPassword(page)
    await page.waitForURL('**/issues')
  })

  it('are asked for once the page’s script runs, so that no click is lost', async () => {
    const stranger = await openWindow()
    const held = Promise.withResolvers<void>()
    await stranger.route(/\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await stranger.goto('/sign-in', { waitUntil: 'commit' })
    const button = stranger.getByRole('button', { name: 'Sign in with a passkey' })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    held.resolve()
    await expect.poll(() => button.isDisabled()).toBe(false)
    await stranger.context().close()
  })

  async function signOut() {
    await page.context().clearCookies({ name: 'crumbtrail_session' })
    await page.goto('/sign-in')
  }

  it('are added with the password and a name', async () => {
    await page.goto('/settings/factors')
    const keys = section(page, 'Passkeys')
    await keys.getByLabel('Name').fill('Laptop')
    await keys.getByLabel('Password').fill(owner.password)
    await keys.getByRole('button', { name: 'Add a passkey' }).click()
    await keys.getByText('Laptop', { exact: true }).first().waitFor()
    expect(await section(page, 'Recovery codes').first().getByRole('listitem').count()).toBe(10)
    const { credentials } = await device.cdp.send('WebAuthn.getCredentials', device)
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  })

  it('sign in alone', async () => {
    await signOut()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/issues')
  })

  it('sign in after the password', async () => {
    await signOut()
    await enterPassword(page, '/sign-in?next=%2Flogs')
    await page.waitForURL('**/sign-in/second-step**')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/logs')
  })

  it('do not sign in alone if the device has not checked its user', async () => {
    await signOut()
    await device.cdp.send('WebAuthn.setUserVerified', { ...device, isUserVerified: false })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await device.cdp.send('WebAuthn.setUserVerified', { ...device, isUserVerified: true })
  })

  it('are refused from another origin of the same name', async () => {
    await signOut()
    const { options, cookies } = await ask()
    // What a page of another port signed would be signed for its own origin.
    const signed = await page.evaluate(async (challenge) => {
      const bytes = Uint8Array.from(atob(challenge.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
        c.charCodeAt(0),
      )
      const found = await navigator.credentials.get({
        publicKey: { challenge: bytes, userVerification: 'required' },
      })
      return JSON.stringify(found)
    }, options.challenge)
    const credential = JSON.parse(signed) // what the browser made
    const client = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString())
    const forged = { ...client, origin: 'http://localhost:1' }
    credential.response.clientDataJSON = Buffer.from(JSON.stringify(forged)).toString('base64url')
    const refused = await post({ with: 'passkey', credential: JSON.stringify(credential) }, cookies)
    expect(await refused.text()).toContain('the passkey was not accepted')
    const again = await post({ with: 'passkey', credential: signed }, cookies)
    expect(await again.text()).toContain('the passkey was not accepted') // the challenge was used
    const fresh = await ask()
    const other = await post({ with: 'passkey', credential: signed }, fresh.cookies)
    expect(await other.text()).toContain('the passkey was not accepted') // another browser's challenge
  })

  it('are renamed, and removed for good', async () => {
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/issues')
    await page.goto('/settings/factors')
    const keys = section(page, 'Passkeys')
    await keys.getByText('Rename or remove').click()
    await keys.getByLabel('Name').first().fill('Old laptop')
    await keys.getByRole('button', { name: 'Rename' }).click()
    await keys.getByText('Old laptop', { exact: true }).first().waitFor()
    await keys.getByLabel('Password').first().fill(owner.password)
    await keys.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Passkey removed.').waitFor()
    await signOut()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('the passkey was not accepted')
  })

  const post = (fields: Record<string, string>, cookie: string) =>
    fetch(`${address}/sign-in`, {
      method: 'POST',
      headers: { origin: address, cookie, accept: 'application/json' },
      body: new URLSearchParams(fields),
    })

  async function ask() {
    const asked = await post({ with: 'ask-passkey' }, '')
    const { action } = await asked.json()
    const cookies = asked.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    return { options: action.value.options, cookies: cookies.join('; ') }
  }
})

describe('a desk that requires a second factor', () => {
  // What is closed until then: tests/integration/required-factor.test.ts
  it('asks whoever has none to set one up', async () => {
    await desk.cli('factors', 'require', 'on')
    const page = await openWindow()
    await enterPassword(page, '/sign-in?next=%2Fusage')
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    await page.waitForURL('/settings/factors?next=%2Fusage')
    await expectWhole(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/sign-in')
    await page.context().close()
  })

  it('goes on as soon as a factor is set up, and asks for none once a command says so', async () => {
    const page = await openWindow()
    await enterPassword(page, '/sign-in?next=%2Fusage')
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    await page.getByLabel('Password').first().fill(owner.password)
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await expectWhole(page)
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    const code = totpCode(decodeBase32(secret), Math.floor(Date.now() / 30_000))
    await page.getByLabel('Code from the app').fill(code)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await section(page, 'Recovery codes').getByRole('listitem').first().waitFor()
    await expectWhole(page)
    await page.goto('/usage')
    expect(new URL(page.url()).pathname).toBe('/usage')
    await desk.cli('factors', 'require', 'off')
    await desk.cli('user', 'factors', owner.email, '--remove')
    await page.context().close()
    const later = await openWindow(false)
    await enterPassword(later)
    await later.waitForURL('**/issues')
  })
})

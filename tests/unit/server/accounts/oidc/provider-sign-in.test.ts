import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeBase32, totpCode } from '#server/accounts/factors/totp.ts'
import { createInvitations } from '#server/accounts/links/invitations.ts'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { createIdentityProvider, type ProviderSettings } from '#server/accounts/oidc/provider.ts'
import { createDeskMembers } from '#server/desk/members/members.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { type AccountDesk, openAccountDesk, PASSWORD } from '#tests/support/accounts/account-browser.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/support/accounts/openid-provider.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

let openId: OpenIdProvider

beforeAll(async () => {
  openId = await startOpenIdProvider('https://desk.example/sign-in/provider/callback')
})

afterAll(() => openId.close())

describe.each(ENGINES)('signing in with a provider on %s', (engine) => {
  let desk: AccountDesk
  type Browser = ReturnType<AccountDesk['browser']>

  beforeEach(() => {
    openId.people.clear()
    openId.people.set('a-1', { email: 'Ada@example.com', email_verified: true })
  })

  async function open(settings: Partial<ProviderSettings> = {}) {
    const provider = createIdentityProvider({ settings: { ...openId.settings, ...settings }, onProblem() {} })
    desk = await openAccountDesk(engine, provider)
    await desk.add('olga@example.com', 'owner')
  }

  /** Goes to the provider and back. */
  async function signIn(subject: string, browser: Browser = desk.browser(), next?: string) {
    const begun = await (await browser.request()).provider.begin(next)
    if ('problem' in begun) return begun
    const { search } = await openId.visit(begun.to, subject)
    return (await browser.request()).provider.end(search)
  }

  const viewerOf = async (browser: Browser) => (await desk.findViewer(browser.cookie))?.email
  const roleOf = async (email: string) =>
    (await createAccountManager(desk.store, () => desk.time.now, COMMAND).find({ email }))?.role

  async function actions() {
    const rows = await desk.store.db.selectFrom('audit_entry').select('action').orderBy('id').execute()
    return rows.map(({ action }) => action)
  }

  /** Links Ada's account by its password. */
  async function linked() {
    await desk.add('ada@example.com', 'member')
    const browser = desk.browser()
    expect(await signIn('a-1', browser)).toEqual({ isLinked: false })
    expect(await (await browser.request()).provider.link(PASSWORD)).toEqual({ ok: true })
    return browser
  }

  it('asks for the password of the account once, and for nothing later', async () => {
    await open()
    const browser = await linked()
    expect(await viewerOf(browser)).toBe('ada@example.com')
    const later = desk.browser()
    expect(await signIn('a-1', later, '/usage')).toEqual({ isLinked: true, next: '/usage' })
    expect(await viewerOf(later)).toBe('ada@example.com')
    expect(await actions()).toEqual(['identity.link', 'session.start', 'session.start'])
  })

  it('links nothing by a wrong password, or after ten minutes', async () => {
    await open()
    await desk.add('ada@example.com', 'member')
    const browser = desk.browser()
    await signIn('a-1', browser)
    expect(await (await browser.request()).provider.findProven()).toEqual({ email: 'ada@example.com' })
    expect(await (await browser.request()).provider.link('wrong')).toMatchObject({ field: 'password' })
    desk.time.now += 600_000
    const late = await (await browser.request()).provider.link(PASSWORD)
    expect(late).toEqual({
      ok: false,
      refusal: 'Cannot sign in: the provider was asked too long ago. Begin again',
    })
    expect(await viewerOf(browser)).toBeUndefined()
  })

  it('asks an account with a second factor for it before it is linked, and for none later', async () => {
    await open()
    await desk.add('ada@example.com', 'member')
    const own = await desk.signedIn('ada@example.com')
    await (await own.request()).openFactors().totp.begin(PASSWORD)
    const { secret = '' } = (await (await own.request()).openFactors().totp.findBegun()) ?? {}
    const codeNow = () => totpCode(decodeBase32(secret), Math.floor(desk.time.now / 30_000))
    await (await own.request()).openFactors().totp.confirm(codeNow())
    desk.time.now += 60_000
    const browser = desk.browser()
    await signIn('a-1', browser)
    expect(await (await browser.request()).provider.link(PASSWORD)).toEqual({
      ok: true,
      needsSecondStep: true,
    })
    expect(await signIn('a-1')).toEqual({ isLinked: false })
    expect(await (await browser.request()).signInWithCode(codeNow())).toEqual({ ok: true })
    expect(await signIn('a-1')).toEqual({ isLinked: true })
  })

  it('lets somebody in who was invited by a verified address, once', async () => {
    await open()
    const invitations = createInvitations(desk.issuer('owner'))
    await invitations.invite({ email: 'ada@example.com', role: 'admin' })
    const browser = desk.browser()
    expect(await signIn('a-1', browser)).toEqual({ isLinked: true })
    expect([await viewerOf(browser), await roleOf('ada@example.com')]).toEqual(['ada@example.com', 'admin'])
    expect(await invitations.list()).toEqual([])
    expect(await signIn('a-1')).toEqual({ isLinked: true })
    openId.people.set('a-2', { email: 'ada@example.com', email_verified: true })
    expect(await signIn('a-2')).toEqual({ isLinked: false }) // somebody else's subject with her address
  })

  it('lets nobody in by an invitation that has expired, was revoked, or is for another address', async () => {
    await open()
    const invitations = createInvitations(desk.issuer('owner'))
    await invitations.invite({ email: 'bob@example.com', role: 'member' })
    expect(await signIn('a-1')).toEqual({ problem: 'unknown' })
    await invitations.invite({ email: 'ada@example.com', role: 'member' })
    const pending = (await invitations.list()).find(({ email }) => email === 'ada@example.com')
    await invitations.revoke(pending?.id ?? '')
    expect(await signIn('a-1')).toEqual({ problem: 'unknown' })
    await invitations.invite({ email: 'ada@example.com', role: 'member' })
    desk.time.now += 7 * 24 * 3_600_000
    expect(await signIn('a-1')).toEqual({ problem: 'unknown' })
    expect(await roleOf('ada@example.com')).toBeUndefined()
  })

  it('links no account that is linked already, and none of another address', async () => {
    await open()
    await linked()
    openId.people.set('a-2', { email: 'ada@example.com', email_verified: true })
    const browser = desk.browser()
    expect(await signIn('a-2', browser)).toEqual({ isLinked: false })
    expect(await (await browser.request()).provider.link(PASSWORD)).toMatchObject({ ok: false })
    expect(await viewerOf(browser)).toBeUndefined()
    openId.people.set('b-1', { email: 'bob@example.com', email_verified: true })
    const olga = await desk.signedIn('olga@example.com')
    expect(await signIn('b-1', olga)).toEqual({ problem: 'unknown' })
    expect(await (await olga.request()).openOwn().read()).toMatchObject({ identities: [] })
  })

  it('takes an address only if the provider has verified it', async () => {
    await open()
    await desk.add('ada@example.com', 'member')
    for (const person of [
      {},
      { email: 'ada@example.com' },
      { email: 'ada@example.com', email_verified: false },
    ]) {
      openId.people.set('a-1', person)
      expect(await signIn('a-1')).toEqual({ problem: 'unverified' })
    }
  })

  it('takes addresses of the allowed domains alone, also later', async () => {
    await open({ allowedDomains: ['example.com'] })
    await linked()
    for (const email of ['ada@example.com.evil.test', 'ada@sub.example.com', 'example.com@evil.test']) {
      openId.people.set('a-1', { email, email_verified: true })
      expect([email, await signIn('a-1')]).toEqual([email, { problem: 'domain' }])
    }
    openId.people.set('a-1', { email: 'Ada@EXAMPLE.com', email_verified: true })
    expect(await signIn('a-1')).toEqual({ isLinked: true })
  })

  it('gives the role that the claim says, but makes and unmakes no owner', async () => {
    await open({
      roleClaim: 'groups',
      roles: [
        ['readers', 'viewer'],
        ['ops', 'admin'],
      ],
    })
    openId.people.set('a-1', { email: 'ada@example.com', email_verified: true, groups: ['readers', 'ops'] })
    const browser = await linked()
    expect(await roleOf('ada@example.com')).toBe('admin')
    openId.people.set('a-1', { email: 'ada@example.com', email_verified: true, groups: ['readers'] })
    await signIn('a-1')
    expect([await roleOf('ada@example.com'), (await desk.findViewer(browser.cookie))?.role]).toEqual([
      'viewer',
      'viewer',
    ])
    openId.people.set('a-1', { email: 'ada@example.com', email_verified: true, groups: ['cooks'] })
    await signIn('a-1')
    expect(await roleOf('ada@example.com')).toBe('viewer')
    openId.people.set('o-1', { email: 'olga@example.com', email_verified: true, groups: ['readers'] })
    const olga = desk.browser()
    await signIn('o-1', olga)
    expect(await (await olga.request()).provider.link(PASSWORD)).toEqual({ ok: true })
    expect(await roleOf('olga@example.com')).toBe('owner')
    expect((await actions()).filter((action) => action === 'account.role')).toHaveLength(2)
  })

  it('can be the only way in, but for owners', async () => {
    await open({ passwords: 'owner-only' })
    await linked()
    const refused = await (await desk.browser().request()).signIn('ada@example.com', PASSWORD)
    expect(refused).toEqual({
      ok: false,
      refusal: 'Cannot sign in: use Example. Only owners sign in with a password',
    })
    const wrong = await (await desk.browser().request()).signIn('ada@example.com', 'wrong')
    expect(wrong).toMatchObject({ refusal: 'Cannot sign in: the email or the password is wrong' })
    expect(await (await desk.browser().request()).signIn('olga@example.com', PASSWORD)).toEqual({ ok: true })
    expect(await signIn('a-1')).toEqual({ isLinked: true })
  })

  it('is over once it was used, in another browser, or after ten minutes', async () => {
    await open()
    await linked()
    const browser = desk.browser()
    const begun = await (await browser.request()).provider.begin()
    if ('problem' in begun) return expect.fail('the provider is there')
    const { search } = await openId.visit(begun.to, 'a-1')
    expect(await (await desk.browser().request()).provider.end(search)).toEqual({ problem: 'over' })
    const wrongState = search.replace(/state=[^&]+/, 'state=another')
    const other = desk.browser()
    await (await other.request()).provider.begin()
    expect(await (await other.request()).provider.end(wrongState)).toEqual({ problem: 'refused' })
    expect(await (await browser.request()).provider.end(search)).toEqual({ isLinked: true })
    expect(await (await browser.request()).provider.end(search)).toEqual({ problem: 'over' })
    await (await browser.request()).provider.begin()
    desk.time.now += 600_000
    expect(await (await browser.request()).provider.end(search)).toEqual({ problem: 'over' })
  })

  it('is taken back by the account, and by whoever manages it', async () => {
    await open()
    const browser = await linked()
    const own = (await browser.request()).openOwn()
    expect((await own.read()).identities).toMatchObject([{ issuer: openId.settings.issuer }])
    expect([await own.unlink('https://other.example'), await own.unlink(openId.settings.issuer)]).toEqual([
      false,
      true,
    ])
    const again = desk.browser()
    expect(await signIn('a-1', again)).toEqual({ isLinked: false })
    await (await again.request()).provider.link(PASSWORD)
    const accounts = createAccountManager(desk.store, () => desk.time.now, COMMAND)
    const members = createDeskMembers(desk.store, { clock: () => desk.time.now, by: COMMAND })
    const ada = (await members.list()).find(({ email }) => email === 'ada@example.com')
    expect(ada).toMatchObject({ isLinked: true, sessionCount: 2 })
    expect(await members.unlink(ada?.id ?? 0)).toMatchObject({ email: 'ada@example.com' })
    expect((await members.list()).map(({ isLinked }) => isLinked)).toEqual([false, false])
    expect(await accounts.unlink({ email: 'ada@example.com' })).toEqual({
      refusal: 'Cannot unlink the user: ada@example.com is linked to no provider',
    })
    expect(await viewerOf(again)).toBeUndefined()
    expect((await actions()).filter((action) => action === 'identity.unlink')).toHaveLength(2)
  })

  it('lets no disabled account in', async () => {
    await open()
    await linked()
    await createAccountManager(desk.store, () => desk.time.now, COMMAND).disable({ email: 'ada@example.com' })
    expect(await signIn('a-1')).toEqual({ problem: 'disabled' })
  })
})

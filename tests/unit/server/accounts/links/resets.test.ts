import { beforeEach, describe, expect, it } from 'vitest'
import { createReset, createResets } from '#server/accounts/links/resets.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import {
  type AccountDesk,
  openAccountDesk,
  PASSWORD,
  tokenOf,
} from '#tests/support/accounts/account-browser.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const HOUR = 60 * 60_000
const BOB = 'bob@example.com'
const NEXT = 'another horse battery'

describe.each(ENGINES)('resets on %s', (engine) => {
  let at: AccountDesk
  let admin: { id: number; email: string }

  beforeEach(async () => {
    at = await openAccountDesk(engine)
    await at.add('olga@example.com', 'owner')
    admin = { id: await at.add('ada@example.com', 'admin'), email: 'ada@example.com' }
    await at.add(BOB, 'member')
  })

  async function made() {
    const reset = await createReset(at.issuer('admin', admin), { email: BOB })
    if ('refusal' in reset) throw new Error(reset.refusal)
    return reset
  }

  it('set a new password once, end all sessions and known devices, and sign in with another cookie', async () => {
    const lost = await at.signedIn(BOB, '10.0.0.2')
    const reset = await made()
    expect(reset).toMatchObject({ email: BOB, expiresAt: at.time.now + 24 * HOUR })
    expect(reset.link).toMatch(/^https:\/\/desk\.example\/resets\/[\w-]{43}$/)
    const jar = await at.signedIn(BOB)
    const planted = jar.cookie
    const { links } = await jar.request()
    expect(await links.resetPassword(tokenOf(reset), NEXT)).toEqual({ ok: true, isSignedIn: true })
    expect(jar.cookie).not.toBe(planted)
    expect(await at.findViewer(jar.cookie)).toMatchObject({ email: BOB })
    expect([await at.findViewer(lost.cookie), await at.findViewer(planted)]).toEqual([undefined, undefined])
    expect(await at.store.db.selectFrom('known_device').selectAll().execute()).toHaveLength(1) // this one
    const hash = (await findCredentials(at.store.db, BOB))?.passwordHash
    expect([await verifyPassword(NEXT, hash), await verifyPassword(PASSWORD, hash)]).toEqual([true, false])
    expect(await links.resetPassword(tokenOf(reset), PASSWORD)).toEqual({
      ok: false,
      refusal: 'Cannot reset the password: this link was used',
    })
  })

  it('are won by one of two who follow the link at the same moment', async () => {
    const token = tokenOf(await made())
    const passwords = ['first horse battery', 'second horse battery']
    const results = await Promise.all(
      passwords.map(async (password, index) =>
        (await at.browser(`10.0.${index}.2`).request()).links.resetPassword(token, password),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('are listed until they are used, and can be revoked by who may make them', async () => {
    const token = tokenOf(await made())
    const resets = createResets(at.issuer('admin', admin))
    const [listed] = await resets.list()
    expect(listed).toMatchObject({ email: BOB, madeBy: admin.email, expiresAt: at.time.now + 24 * HOUR })
    expect(await createResets(at.issuer('member')).list()).toEqual([])
    const id = listed?.id ?? ''
    expect(await createResets(at.issuer('member')).revoke(id)).toHaveProperty('refusal')
    expect(await resets.revoke(id)).toEqual({ email: BOB })
    expect(await resets.list()).toEqual([])
    expect(await resets.revoke(id)).toEqual({
      refusal: 'Cannot revoke the link: it was used or revoked, or has expired',
    })
    const { links } = await at.browser().request()
    expect(await links.read('reset', token)).toEqual({ state: 'revoked' })
    expect(await links.resetPassword(token, NEXT)).toHaveProperty('refusal')
    const entries = await at.store.db
      .selectFrom('audit_entry')
      .select(['action', 'target'])
      .where('actor', '=', admin.email)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'account.reset', target: BOB },
      { action: 'account.reset.revoke', target: BOB },
    ])
  })

  it('expire after 24 hours', async () => {
    const token = tokenOf(await made())
    const { links } = await at.browser().request()
    at.time.now += 24 * HOUR - 1
    expect(await links.read('reset', token)).toMatchObject({ state: 'open', email: BOB })
    at.time.now += 1
    expect(await links.read('reset', token)).toEqual({ state: 'expired' })
    expect(await links.resetPassword(token, NEXT)).toMatchObject({ ok: false })
  })

  it('replace one another, and end when the password is changed', async () => {
    const [first, second] = [tokenOf(await made()), tokenOf(await made())]
    const { links } = await at.browser().request()
    expect(await links.read('reset', first)).toEqual({ state: 'replaced' })
    const jar = await at.signedIn(BOB)
    const changed = await (await jar.request()).openOwn().changePassword(PASSWORD, NEXT)
    expect(changed).toMatchObject({ ok: true })
    expect(await links.read('reset', second)).toEqual({ state: 'revoked' })
  })

  it('are made by admins for all but owners, themselves and disabled accounts', async () => {
    const issuer = at.issuer('admin', admin)
    expect(await createReset(issuer, { email: 'olga@example.com' })).toEqual({
      refusal: 'Cannot reset the password: only an owner may do that for olga@example.com',
    })
    expect(await createReset(issuer, { id: admin.id })).toEqual({
      refusal: 'Cannot reset the password: change your own on your account page',
    })
    expect(await createReset(at.issuer('member'), { email: BOB })).toHaveProperty('refusal')
    await at.store.write((trx) =>
      trx.updateTable('account').set({ disabled_at: 1 }).where('email', '=', BOB).execute(),
    )
    expect(await createReset(issuer, { email: BOB })).toEqual({
      refusal: 'Cannot reset the password: bob@example.com is disabled',
    })
    expect(await createReset(issuer, { email: 'eve@example.com' })).toEqual({
      refusal: 'Cannot reset the password: there is no user "eve@example.com"',
    })
  })

  it('of an account that became an owner since open nothing, if an admin made them', async () => {
    const token = tokenOf(await made())
    await at.store.write((trx) =>
      trx.updateTable('account').set({ role: 'owner' }).where('email', '=', BOB).execute(),
    )
    expect(await (await at.browser().request()).links.resetPassword(token, NEXT)).toEqual({
      ok: false,
      refusal: 'Cannot reset the password: this link was revoked',
    })
  })

  it('do not sign in to an account that has a second factor', async () => {
    const token = tokenOf(await made())
    await at.store.write((trx) =>
      trx
        .insertInto('account_totp')
        .values({ account_id: 3, secret: 'A', created_at: 0, confirmed_at: 1, last_step: null })
        .execute(),
    )
    const jar = at.browser()
    expect(await (await jar.request()).links.resetPassword(token, NEXT)).toEqual({
      ok: true,
      isSignedIn: false,
    })
    expect(jar.cookie).toBeUndefined()
  })
})

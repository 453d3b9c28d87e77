import { beforeEach, describe, expect, it } from 'vitest'
import { createAddressChanges } from '#server/accounts/links/address-changes.ts'
import { type AccountDesk, openAccountDesk, PASSWORD } from '#tests/support/accounts/account-browser.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BOB = 'bob@example.com'
const NEXT = 'another horse battery'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe.each(ENGINES)('one’s own account on %s', (engine) => {
  let at: AccountDesk

  beforeEach(async () => {
    at = await openAccountDesk(engine)
    await at.add('olga@example.com', 'owner')
    await at.add(BOB, 'member')
  })

  it('changes its password with the current one, which ends all other sessions and keeps this one', async () => {
    const [jar, other] = [await at.signedIn(BOB), await at.signedIn(BOB, '10.0.0.2')]
    const olga = await at.signedIn('olga@example.com')
    const own = (await jar.request()).openOwn()
    expect(await own.changePassword('a wrong password', NEXT)).toEqual({
      ok: false,
      refusal: 'Cannot change the password: the current password is wrong',
      field: 'present-password',
    })
    expect(await own.changePassword(PASSWORD, 'short')).toEqual({
      ok: false,
      refusal: 'Cannot use this password: it has 5 characters and needs at least 12',
      field: 'new-password',
    })
    expect(await at.findViewer(other.cookie)).toBeDefined()
    expect(await own.changePassword(PASSWORD, NEXT)).toEqual({ ok: true, endedSessions: 1 })
    const viewers = [jar, other, olga].map(({ cookie }) => at.findViewer(cookie))
    expect(await Promise.all(viewers)).toEqual([expect.anything(), undefined, expect.anything()])
    const devices = await at.store.db.selectFrom('known_device').select('account_id').execute()
    expect(devices.filter(({ account_id: id }) => id === 2)).toHaveLength(1)
    expect(await (await at.browser().request()).signIn(BOB, PASSWORD)).toMatchObject({ ok: false })
    expect(await (await at.browser().request()).signIn(BOB, NEXT)).toEqual({ ok: true })
  })

  it('counts wrong current passwords like wrong ones at sign-in, of this browser alone', async () => {
    const jar = await at.signedIn(BOB, '10.0.0.9')
    const own = (await jar.request()).openOwn()
    for (let guess = 0; guess < 10; guess++) await own.changePassword('a wrong password', NEXT)
    const held = 'too many attempts; try again in 90 seconds'
    expect(await own.changePassword(PASSWORD, NEXT)).toEqual({
      ok: false,
      refusal: `Cannot change the password: ${held}`,
    })
    expect(await own.changeAddress(PASSWORD, 'robert@example.com')).toEqual({
      ok: false,
      refusal: `Cannot change the address: ${held}`,
    })
    expect(await (await at.browser('10.0.0.9').request()).signIn(BOB, PASSWORD)).toEqual({ ok: true })
    at.time.now += 90_000
    expect(await own.changePassword(PASSWORD, NEXT)).toMatchObject({ ok: true })
  })

  it('lists its own sessions with device, address and times, and marks this one', async () => {
    const jar = await at.signedIn(BOB, '10.0.0.1', FIREFOX)
    await at.signedIn('olga@example.com')
    at.time.now += MINUTE
    await at.signedIn(BOB, '10.0.0.2', 'curl/8.5.0')
    const { sessions } = await (await jar.request()).openOwn().read()
    const id = expect.stringMatching(/^[0-9a-f]{16}$/)
    const start = Date.UTC(2026, 0, 1)
    expect(sessions).toEqual([
      {
        id,
        device: 'Firefox 145 on Windows',
        ip: '10.0.0.1',
        startedAt: start,
        lastUsedAt: start,
        isThis: true,
      },
      {
        id,
        device: 'curl/8.5.0',
        ip: '10.0.0.2',
        startedAt: start + MINUTE,
        lastUsedAt: start + MINUTE,
        isThis: false,
      },
    ])
  })

  it('notes the use of a session once in five minutes', async () => {
    const jar = await at.signedIn(BOB)
    const noted = async () => {
      const [row] = await at.store.db.selectFrom('session').select('last_used_at').execute()
      return row?.last_used_at
    }
    /** Uses it until that is noted, because nobody waits for the note. */
    const used = async () => {
      await at.findViewer(jar.cookie)
      return noted()
    }
    const start = at.time.now
    at.time.now = start + 5 * MINUTE - 1
    expect(await used()).toBeNull()
    at.time.now = start + 5 * MINUTE
    await expect.poll(used).toBe(start + 5 * MINUTE)
    at.time.now = start + 10 * MINUTE - 1
    expect(await used()).toBe(start + 5 * MINUTE)
    at.time.now = start + 10 * MINUTE
    await expect.poll(used).toBe(start + 10 * MINUTE)
  })

  it('ends one session, or all others, and none of another account', async () => {
    const [jar, second, third] = [await at.signedIn(BOB), await at.signedIn(BOB), await at.signedIn(BOB)]
    const olga = await at.signedIn('olga@example.com')
    const own = (await jar.request()).openOwn()
    const ofOlga = (await (await olga.request()).openOwn().read()).sessions[0]?.id ?? ''
    expect(await own.endSession(ofOlga)).toBe(false)
    const ofSecond = (await (await second.request()).openOwn().read()).sessions[0]?.id ?? ''
    expect([await own.endSession(ofSecond), await own.endSession(ofSecond)]).toEqual([true, false])
    expect(await own.endOtherSessions()).toBe(1)
    const viewers = [jar, second, third, olga].map(({ cookie }) => at.findViewer(cookie))
    expect(await Promise.all(viewers)).toEqual([expect.anything(), undefined, undefined, expect.anything()])
  })

  it('has a name, which an empty one takes away', async () => {
    const own = (await (await at.signedIn(BOB)).request()).openOwn()
    expect(await own.rename(' Bob  Doe ')).toEqual({ ok: true })
    expect(await own.read()).toMatchObject({ name: 'Bob Doe' })
    expect(await own.rename('Bob\u202e')).toEqual({
      ok: false,
      refusal: 'Cannot use this name: it must have at most 80 characters and no control characters',
      field: 'name',
    })
    await own.rename('')
    expect(await own.read()).toMatchObject({ name: '' })
  })

  it('of a member asks for another address, which an admin confirms', async () => {
    const jar = await at.signedIn(BOB)
    const own = (await jar.request()).openOwn()
    expect(await own.changeAddress('a wrong password', 'robert@example.com')).toMatchObject({ ok: false })
    expect(await own.changeAddress(PASSWORD, 'olga@example.com')).toEqual({
      ok: false,
      refusal: 'Cannot change the address: olga@example.com belongs to another account',
      field: 'email',
    })
    expect(await own.changeAddress(PASSWORD, 'Robert@example.com')).toEqual({ ok: true, isAsked: true })
    const asked = { email: 'robert@example.com', expiresAt: at.time.now + 7 * DAY }
    expect(await own.read()).toMatchObject({ email: BOB, asked })

    const changes = createAddressChanges(at.issuer('admin'))
    const [change] = await changes.list()
    expect(change).toMatchObject({ from: BOB, to: 'robert@example.com', accountId: 2 })
    expect(await createAddressChanges(at.issuer('member')).confirm(change?.id ?? '')).toEqual({
      refusal: 'Cannot confirm the address: nobody asks for it any more',
    })
    expect(await changes.confirm(change?.id ?? '')).toEqual(change)
    expect(await at.findViewer(jar.cookie)).toMatchObject({ email: 'robert@example.com' })
    expect(await changes.confirm(change?.id ?? '')).toEqual({
      refusal: 'Cannot confirm the address: nobody asks for it any more',
    })
  })

  it('keeps its address if it is refused, withdrawn, expired, or somebody else’s by then', async () => {
    const own = (await (await at.signedIn(BOB)).request()).openOwn()
    const changes = createAddressChanges(at.issuer('owner'))
    const ask = async (email = 'robert@example.com') => {
      await own.changeAddress(PASSWORD, email)
      return (await changes.list())[0]?.id ?? ''
    }
    expect(await changes.refuse(await ask())).toMatchObject({ from: BOB })
    await ask()
    expect([await own.withdrawAddress(), await own.withdrawAddress()]).toEqual([true, false])
    const late = await ask()
    at.time.now += 7 * DAY
    expect(await changes.confirm(late)).toHaveProperty('refusal')
    const taken = await ask('rob@example.com')
    await at.add('rob@example.com', 'member')
    expect(await changes.confirm(taken)).toEqual({
      refusal: 'Cannot confirm the address: rob@example.com belongs to another account by now',
    })
    expect(await own.read()).toMatchObject({ email: BOB, asked: null })
  })

  it('of an admin or owner changes its address at once', async () => {
    const jar = await at.signedIn('olga@example.com')
    const own = (await jar.request()).openOwn()
    expect(await own.changeAddress(PASSWORD, 'o@example.com')).toEqual({ ok: true, isAsked: false })
    expect(await at.findViewer(jar.cookie)).toMatchObject({ email: 'o@example.com' })
    expect(await (await at.browser().request()).signIn('o@example.com', PASSWORD)).toEqual({ ok: true })
  })

  it('is nobody’s where nobody is signed in', async () => {
    const accounts = await at.browser().request()
    expect(() => accounts.openOwn()).toThrow('Cannot open the account: no account is signed in')
  })
})

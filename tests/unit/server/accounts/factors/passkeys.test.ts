import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import { relyingPartyOf } from '#server/accounts/factors/relying-party.ts'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { createViewerFinder } from '#server/accounts/sessions.ts'
import { createOwner } from '#server/accounts/setup.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { BrowserRows } from '#server/store/memory/browser-rows.ts'
import { createFormRows } from '#server/store/postgres/memory/form-rows.ts'
import { type AccountsBrowser, openAccountsBrowser } from '#tests/support/accounts/browser-of-accounts.ts'
import { createSoftwarePasskey } from '#tests/support/accounts/software-passkey.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

const ADA = { email: 'ada@example.com', password: 'correct horse battery' }
const VIEWER = { id: 1, email: ADA.email, role: 'owner' as const }
const HERE = { origin: 'https://desk.test', rpId: 'desk.test' }
const NOT_ACCEPTED = {
  ok: false,
  refusal:
    'Cannot sign in: the passkey was not accepted. It may have been removed, or the page was open for too long',
}

describe('relyingPartyOf()', () => {
  it.each([
    ['https://desk.example/crumbs', { id: 'desk.example', origin: 'https://desk.example' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://desk.example', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::7]', undefined],
    ['http://127.0.0.1:3000', undefined],
  ])('of %s', (address, party) => expect(relyingPartyOf(address)).toEqual(party))
})

describe.each(ENGINES)('passkeys on %s', (engine) => {
  let store: Store
  let now: number
  let rows: BrowserRows
  const clock = () => now
  const open = (): AccountsBrowser =>
    openAccountsBrowser({
      ...{ store, rows, clock, throttle: createThrottle(randomBytes) },
      publicUrl: HERE.origin,
    })

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 25)
    store = await openTestStore(engine, { clock })
    const readTime = () => sql<number>`cast(${now} as bigint)`
    rows = engine === 'postgres' ? createFormRows(store.db, { readTime }) : createOwnRows(clock)
    onTestFinished(() => store.close())
    await createOwner({ store, ...ADA, clock })
  })

  async function add(passkey = createSoftwarePasskey(), browser = open()) {
    const begun = await browser.factors(VIEWER).passkeys.begin(ADA.password)
    if ('refusal' in begun) throw new Error(begun.refusal)
    const { challenge, user } = begun.options
    const credential = passkey.create({ ...HERE, challenge })
    const outcome = await browser.factors(VIEWER).passkeys.add({ name: ' Key ', credential })
    return { passkey, outcome, userHandle: user.id }
  }

  /** Asks to sign in, alone or after the password. */
  async function ask(browser: AccountsBrowser, isSecond = false): Promise<string> {
    if (isSecond) await browser.accounts().signIn(ADA.email, ADA.password)
    const asked = await browser.accounts()[isSecond ? 'askForSecondPasskey' : 'askForPasskey']()
    if ('refusal' in asked) throw new Error(asked.refusal)
    expect(asked.options).toMatchObject({
      rpId: 'desk.test',
      userVerification: isSecond ? 'preferred' : 'required',
    })
    return asked.options.challenge
  }

  it('are added with a name, and come with recovery codes', async () => {
    const { passkey, outcome } = await add()
    expect(outcome).toMatchObject({ recoveryCodes: { length: 10 } })
    const owned = await open().factors(VIEWER).list()
    expect(owned.passkeys).toEqual([{ id: passkey.id, name: 'Key', createdAt: now, lastUsedAt: null }])
    expect((await add()).outcome).toEqual({}) // there are codes already
  })

  it('are not added without the password, for another origin, or by a used challenge', async () => {
    const browser = open()
    const { passkeys } = browser.factors(VIEWER)
    expect(await passkeys.begin('wrong')).toMatchObject({ field: 'password' })
    const begun = await passkeys.begin(ADA.password)
    const challenge = 'options' in begun ? begun.options.challenge : ''
    const passkey = createSoftwarePasskey()
    const foreign = passkey.create({ challenge, origin: 'https://evil.test', rpId: 'desk.test' })
    const add = (credential: string) => browser.factors(VIEWER).passkeys.add({ name: 'Key', credential })
    expect(await add(foreign)).toEqual({
      refusal: 'Cannot add the passkey: the browser’s answer was not accepted',
    })
    expect(await add(passkey.create({ ...HERE, challenge }))).toEqual({
      refusal: 'Cannot add the passkey: it took too long. Begin again',
    })
  })

  it('sign in alone, and after the password', async () => {
    const { passkey, userHandle } = await add()
    for (const isSecond of [false, true]) {
      const browser = open()
      const challenge = await ask(browser, isSecond)
      const credential = passkey.get({ ...HERE, challenge, userHandle })
      expect(await browser.accounts().signInWithPasskey(credential)).toEqual({ ok: true })
      expect(await createViewerFinder(store, clock)(browser.session())).toMatchObject(VIEWER)
    }
    expect(await open().factors(VIEWER).list()).toMatchObject({ passkeys: [{ lastUsedAt: now }] })
  })

  it('need a checked user to sign in alone, and none after the password', async () => {
    const { passkey } = await add()
    for (const isSecond of [false, true]) {
      const browser = open()
      const challenge = await ask(browser, isSecond)
      const credential = passkey.get({ ...HERE, challenge, isUserVerified: false })
      expect(await browser.accounts().signInWithPasskey(credential)).toEqual(
        isSecond ? { ok: true } : NOT_ACCEPTED,
      )
    }
  })

  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['another domain', { rpId: 'evil.test' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['another user', { userHandle: randomBytes(32).toString('base64url') }],
  ])('are refused for %s', async (_what, wrong) => {
    const { passkey } = await add()
    const browser = open()
    const challenge = await ask(browser)
    const credential = passkey.get({ ...HERE, challenge, ...wrong })
    expect(await browser.accounts().signInWithPasskey(credential)).toEqual(NOT_ACCEPTED)
    expect(browser.session()).toBeUndefined()
  })

  it('are refused with a used challenge, another browser’s, or one of six minutes ago', async () => {
    const { passkey } = await add()
    const browser = open()
    const credential = passkey.get({ ...HERE, challenge: await ask(browser) })
    const copy = { ...browser.cookies }
    expect(await open().accounts().signInWithPasskey(credential)).toEqual(NOT_ACCEPTED)
    expect(await browser.accounts().signInWithPasskey(credential)).toEqual({ ok: true })
    const thief = open()
    Object.assign(thief.cookies, copy)
    expect(await thief.accounts().signInWithPasskey(credential)).toEqual(NOT_ACCEPTED)
    const late = passkey.get({ ...HERE, challenge: await ask(browser) })
    now += 6 * 60_000
    expect(await browser.accounts().signInWithPasskey(late)).toEqual(NOT_ACCEPTED)
  })

  it('are refused if their counter does not go on', async () => {
    const { passkey } = await add()
    const use = async (counter: number) => {
      const browser = open()
      const credential = passkey.get({ ...HERE, challenge: await ask(browser), counter })
      return browser.accounts().signInWithPasskey(credential)
    }
    expect(await use(7)).toEqual({ ok: true })
    expect(await use(7)).toEqual(NOT_ACCEPTED)
    expect(await use(6)).toEqual(NOT_ACCEPTED)
    expect(await use(8)).toEqual({ ok: true })
  })

  it('of another account do not end a sign-in', async () => {
    const { passkey } = await add()
    await add()
    const browser = open()
    const challenge = await ask(browser, true)
    await store.write((trx) =>
      trx
        .insertInto('account')
        .values({ id: 2, email: 'eve@example.com', password_hash: '-', role: 'member', created_at: 0 })
        .execute(),
    )
    await store.write((trx) =>
      trx.updateTable('passkey').set({ account_id: 2 }).where('id', '=', passkey.id).execute(),
    )
    const credential = passkey.get({ ...HERE, challenge })
    expect(await browser.accounts().signInWithPasskey(credential)).toEqual(NOT_ACCEPTED)
  })

  it('are renamed and removed by their owner', async () => {
    const { passkey } = await add()
    const { id } = passkey
    const { passkeys } = open().factors(VIEWER)
    const stranger = open().factors({ ...VIEWER, id: 99 }).passkeys
    expect(await stranger.rename(id, 'Mine')).toMatchObject({ refusal: expect.any(String) })
    expect(await passkeys.rename(id, 'x'.repeat(61))).toMatchObject({ field: 'name' })
    expect(await passkeys.rename(id, 'Blue key')).toEqual({})
    expect(await open().factors(VIEWER).list()).toMatchObject({ passkeys: [{ name: 'Blue key' }] })
    expect(await passkeys.remove({ id, password: 'wrong' })).toMatchObject({ field: 'password' })
    expect(await passkeys.remove({ id, password: ADA.password })).toEqual({})
    const browser = open()
    const credential = passkey.get({ ...HERE, challenge: await ask(browser) })
    expect(await browser.accounts().signInWithPasskey(credential)).toEqual(NOT_ACCEPTED)
    expect(await open().factors(VIEWER).list()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  })

  it('do not sign in to a disabled account, and answers that are none change nothing', async () => {
    const { passkey } = await add()
    for (const credential of [
      '',
      '{}',
      '[]',
      'null',
      JSON.stringify({ id: passkey.id }),
      'x'.repeat(30_000),
    ]) {
      const browser = open()
      await ask(browser)
      expect(await browser.accounts().signInWithPasskey(credential)).toEqual(NOT_ACCEPTED)
    }
    await store.write((trx) => trx.updateTable('account').set({ disabled_at: now }).execute())
    const browser = open()
    const credential = passkey.get({ ...HERE, challenge: await ask(browser) })
    expect(await browser.accounts().signInWithPasskey(credential)).toMatchObject({ ok: false })
    await createAccountManager(store, clock, COMMAND).removeFactors({ id: 1 })
    expect(await open().factors(VIEWER).list()).toMatchObject({ passkeys: [] })
  })
})

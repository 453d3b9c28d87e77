import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import { decodeBase32, totpCode } from '#server/accounts/factors/totp.ts'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { createViewerFinder } from '#server/accounts/sessions.ts'
import { createOwner } from '#server/accounts/setup.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { BrowserRows } from '#server/store/memory/browser-rows.ts'
import { createFormRows } from '#server/store/postgres/memory/form-rows.ts'
import { type AccountsBrowser, openAccountsBrowser } from '#tests/support/accounts/browser-of-accounts.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

const ADA = { email: 'ada@example.com', password: 'correct horse battery' }
const VIEWER = { id: 1, email: ADA.email, role: 'owner' as const }
const WRONG = {
  ok: false,
  refusal: 'Cannot sign in: the code is wrong, or was used before',
  field: 'code',
}
const OVER = {
  ok: false,
  refusal: 'Cannot sign in: the password was entered too long ago. Enter it again',
}
const MINUTE = 60_000

describe.each(ENGINES)('signing in with a second step on %s', (engine) => {
  let store: Store
  let now: number
  let rows: BrowserRows
  const clock = () => now
  const open = (): AccountsBrowser =>
    openAccountsBrowser({ store, rows, throttle: createThrottle(randomBytes), clock })

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 25)
    store = await openTestStore(engine, { clock })
    rows =
      engine === 'postgres'
        ? createFormRows(store.db, { readTime: () => sql<number>`cast(${now} as bigint)` })
        : createOwnRows(clock)
    onTestFinished(() => store.close())
    await createOwner({ store, ...ADA, clock })
  })

  /** Turns an app on. Returns its codes, and the recovery codes. */
  async function turnAppOn(browser = open()) {
    expect(await browser.factors(VIEWER).totp.begin(ADA.password)).toEqual({})
    const { secret = '' } = (await browser.factors(VIEWER).totp.findBegun()) ?? {}
    const codeAt = (time: number) => totpCode(decodeBase32(secret), Math.floor(time / 30_000))
    const outcome = await browser.factors(VIEWER).totp.confirm(codeAt(now))
    now += MINUTE // the first code was taken
    return { codeAt, outcome, codes: 'recoveryCodes' in outcome ? (outcome.recoveryCodes ?? []) : [] }
  }

  async function enterPassword(browser = open()) {
    expect(await browser.accounts().signIn(ADA.email, ADA.password)).toEqual({
      ok: true,
      needsSecondStep: true,
    })
    return browser
  }

  it('begins no session before the code is right', async () => {
    const { codeAt } = await turnAppOn()
    const browser = await enterPassword()
    expect(browser.session()).toBeUndefined()
    expect(await browser.accounts().findPending()).toEqual({
      email: ADA.email,
      hasTotp: true,
      hasPasskey: false,
    })
    const wrong = codeAt(now) === '000000' ? '000001' : '000000'
    expect(await browser.accounts().signInWithCode(wrong)).toEqual(WRONG)
    expect(await browser.accounts().signInWithCode(codeAt(now))).toEqual({ ok: true })
    expect(await createViewerFinder(store, clock)(browser.session())).toMatchObject(VIEWER)
  })

  it('takes a code once, also of two at the same moment', async () => {
    const { codeAt } = await turnAppOn()
    const browsers = [await enterPassword(), await enterPassword()]
    const ended = await Promise.all(browsers.map((each) => each.accounts().signInWithCode(codeAt(now))))
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1)
    expect(ended.filter(({ ok }) => !ok)).toEqual([WRONG])
    const later = await enterPassword()
    expect(await later.accounts().signInWithCode(codeAt(now))).toEqual(WRONG)
    now += MINUTE
    expect(await later.accounts().signInWithCode(codeAt(now))).toEqual({ ok: true })
  })

  it('takes each of ten recovery codes once, however it is typed', async () => {
    const { codes } = await turnAppOn()
    expect(codes).toHaveLength(10)
    expect(codes[0]).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const [code = ''] = codes
    const first = await enterPassword()
    expect(await first.accounts().signInWithCode(code.toUpperCase().replaceAll('-', ' '))).toEqual({
      ok: true,
    })
    const second = await enterPassword()
    expect(await second.accounts().signInWithCode(code)).toEqual(WRONG)
    expect(await second.factors(VIEWER).list()).toMatchObject({ recoveryCodesLeft: 9 })
    const stored = await store.db.selectFrom('recovery_code').select('code_hash').execute()
    expect(stored.every(({ code_hash }) => /^[0-9a-f]{64}$/.test(code_hash))).toBe(true)
  })

  it('refuses a sign-in whose password was entered five minutes ago', async () => {
    const { codeAt } = await turnAppOn()
    const browser = await enterPassword()
    now += 5 * MINUTE - 1
    expect(await browser.accounts().findPending()).toBeDefined()
    now += 1
    expect(await browser.accounts().findPending()).toBeUndefined()
    expect(await browser.accounts().signInWithCode(codeAt(now))).toEqual(OVER)
  })

  it('lets no other browser end it, and ends it once', async () => {
    const { codeAt, codes } = await turnAppOn()
    const browser = await enterPassword()
    const copy = { ...browser.cookies }
    expect(await open().accounts().signInWithCode(codeAt(now))).toEqual(OVER)
    expect(await browser.accounts().signInWithCode(codeAt(now))).toEqual({ ok: true })
    const thief = open()
    Object.assign(thief.cookies, copy)
    expect(await thief.accounts().signInWithCode(codes[1] ?? '')).toEqual(OVER)
  })

  it.runIf(engine === 'postgres')('ends it at another process of the database', async () => {
    const { codeAt } = await turnAppOn()
    const browser = await enterPassword()
    const readTime = () => sql<number>`cast(${now} as bigint)`
    const other = { store, rows: createFormRows(store.db, { readTime }), clock }
    const throttle = createThrottle(randomBytes)
    expect(await browser.accounts({ ...other, throttle }).signInWithCode(codeAt(now))).toEqual({ ok: true })
  })

  it('counts wrong codes as attempts to sign in', async () => {
    await turnAppOn()
    const browser = await enterPassword()
    const tried: unknown[] = []
    for (let count = 0; count < 12; count++) {
      tried.push(await browser.accounts().signInWithCode('zzzz-zzzz-zzzz-zzzz'))
    }
    expect(tried.slice(0, 10)).toEqual(Array(10).fill(WRONG))
    expect(tried.at(-1)).toMatchObject({ ok: false, refusal: expect.stringContaining('too many attempts') })
  })

  it('begins no session where the password was changed meanwhile', async () => {
    const { codeAt } = await turnAppOn()
    const browser = await enterPassword()
    await createAccountManager(store, clock, COMMAND).changePassword({ id: 1 }, 'another long password')
    expect(await browser.accounts().signInWithCode(codeAt(now))).toMatchObject({ ok: false })
    expect(browser.session()).toBeUndefined()
  })

  it('asks for no code once the factors were removed', async () => {
    await turnAppOn()
    await createAccountManager(store, clock, COMMAND).removeFactors({ email: ADA.email })
    expect(await open().accounts().signIn(ADA.email, ADA.password)).toEqual({ ok: true })
    expect(await store.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  })

  describe('an app', () => {
    it('is on after its first code only, and asks for the password', async () => {
      const browser = open()
      expect(await browser.factors(VIEWER).totp.begin('wrong')).toEqual({
        refusal: 'Cannot turn the app on: the password is wrong',
        field: 'password',
      })
      await browser.factors(VIEWER).totp.begin(ADA.password)
      expect(await browser.factors(VIEWER).totp.confirm('12345')).toMatchObject({ field: 'code' })
      expect(await browser.factors(VIEWER).list()).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
      expect(await open().factors(VIEWER).totp.findBegun()).toBeUndefined()
      await turnAppOn(browser)
      expect(await browser.factors(VIEWER).list()).toMatchObject({ recoveryCodesLeft: 10 })
    })

    it('goes off with the password and a code, and its recovery codes with it', async () => {
      const { codeAt } = await turnAppOn()
      const { totp, list } = open().factors(VIEWER)
      const { password } = ADA
      expect(await totp.turnOff({ password: 'wrong', code: codeAt(now) })).toMatchObject({
        field: 'password',
      })
      expect(await totp.turnOff({ password, code: '1' })).toMatchObject({ field: 'code' })
      expect(await totp.turnOff({ password, code: codeAt(now) })).toEqual({})
      expect(await list()).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
      const actions = await store.db.selectFrom('audit_entry').select(['action', 'target']).execute()
      expect(actions.filter(({ action }) => action.startsWith('factor.'))).toEqual([
        { action: 'factor.add', target: ADA.email },
        { action: 'factor.remove', target: ADA.email },
      ])
    })

    it('gives new recovery codes, which void those before', async () => {
      const { codes } = await turnAppOn()
      const renewed = await open().factors(VIEWER).renewRecoveryCodes(ADA.password)
      expect(renewed).toMatchObject({ recoveryCodes: expect.any(Array) })
      const browser = await enterPassword()
      expect(await browser.accounts().signInWithCode(codes[2] ?? '')).toEqual(WRONG)
    })
  })

  it('says who has to set up a factor, while everybody must have one', async () => {
    const findViewer = createViewerFinder(store, clock)
    const browser = open()
    await browser.accounts().signIn(ADA.email, ADA.password)
    const member = { ...VIEWER, role: 'member' as const }
    expect(await browser.factors(member).requireOfAll(true)).toMatchObject({
      refusal: 'Cannot change who needs a second factor: only an owner may',
    })
    expect(await browser.factors(VIEWER).requireOfAll(true)).toEqual({})
    expect(await findViewer(browser.session())).toMatchObject({ ...VIEWER, needsFactor: true })
    await turnAppOn()
    expect(await findViewer(browser.session())).not.toHaveProperty('needsFactor')
  })
})

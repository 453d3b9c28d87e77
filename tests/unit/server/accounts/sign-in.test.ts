import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  createViewerFinder,
  type FindViewer,
  sessionCookieOptions,
} from '../../../../server/accounts/sessions.ts'
import { createOwner, issueSetupToken } from '../../../../server/accounts/setup.ts'
import { createSignIn, type SignIn } from '../../../../server/accounts/sign-in.ts'
import { createThrottle } from '../../../../server/accounts/throttle.ts'
import { openSqliteStore } from '../../../../server/store/sqlite.ts'
import type { Store } from '../../../../server/store/store.ts'

const DAY = 24 * 60 * 60_000
const ADA = { email: 'ada@example.com', password: 'correct horse battery' }
const WRONG = { ok: false, refusal: 'Cannot sign in: the email or the password is wrong', field: 'password' }

let store: Store
let now: number
let findViewer: FindViewer
let throttle: ReturnType<typeof createThrottle>

beforeEach(async () => {
  store = await openSqliteStore({ file: ':memory:' })
  now = Date.UTC(2026, 0, 1)
  throttle = createThrottle()
  findViewer = createViewerFinder(store, () => now)
  onTestFinished(() => store.close())
})

/** A browser with its cookie jar. */
function browser(ip = '10.0.0.1'): { request(): SignIn; cookie: string | undefined; maxAge: number } {
  const jar: ReturnType<typeof browser> = {
    cookie: undefined,
    maxAge: -1,
    request: () =>
      createSignIn({
        store,
        throttle,
        clock: () => now,
        random: randomBytes,
        request: { ip, cookie: jar.cookie },
        setCookie(value, maxAgeSeconds) {
          jar.cookie = value
          jar.maxAge = maxAgeSeconds
        },
      }),
  }
  return jar
}

const anOwner = () => createOwner({ store, ...ADA, clock: () => now })

describe('signIn()', () => {
  it('begins a session of 30 days that is stored as a hash', async () => {
    await anOwner()
    const jar = browser()
    expect(await jar.request().signIn(' ADA@example.com', ADA.password)).toEqual({ ok: true })
    expect(jar.cookie).toMatch(/^[\w-]{43}$/)
    expect(jar.maxAge * 1000).toBe(30 * DAY)
    expect(await findViewer(jar.cookie)).toEqual({ id: 1, email: ADA.email, role: 'owner' })
    now += 30 * DAY - 1
    expect(await findViewer(jar.cookie)).toBeDefined()
    now += 1_000 // what is remembered is remembered for a second
    expect(await findViewer(jar.cookie)).toBeUndefined()
    const stored = await store.db.selectFrom('session').select('token_hash').execute()
    expect(stored).toHaveLength(1)
    expect(await findViewer(stored[0]?.token_hash)).toBeUndefined()
  })

  it('refuses a wrong password and an unknown email with the same words', async () => {
    await anOwner()
    const jar = browser()
    expect(await jar.request().signIn(ADA.email, 'wrong')).toEqual(WRONG)
    expect(await jar.request().signIn('bob@example.com', ADA.password)).toEqual(WRONG)
    expect(await jar.request().signIn(ADA.email, 'x'.repeat(100_000))).toEqual(WRONG)
    expect(await jar.request().signIn('ada', ADA.password)).toMatchObject({ ok: false, field: 'email' })
    expect(jar.maxAge).toBe(-1)
  })

  it('stops guessing, for the right password too, until the time is over', async () => {
    await anOwner()
    const jar = browser()
    const guess = () => jar.request().signIn(ADA.email, 'wrong')
    await Promise.all(Array.from({ length: 10 }, guess)) // at once: none may slip through while another is checked
    now += 60_000
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual({
      ok: false,
      refusal: 'Cannot sign in: too many attempts; try again in 14 minutes',
    })
    now += 14 * 60_000
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual({ ok: true })
  })

  it('ends the session that the browser had, and forgets expired ones', async () => {
    await anOwner()
    const jar = browser()
    await jar.request().signIn(ADA.email, ADA.password)
    await browser().request().signIn(ADA.email, ADA.password)
    const old = jar.cookie
    await jar.request().signIn(ADA.email, ADA.password)
    expect(await findViewer(old)).toBeUndefined()
    expect(await findViewer(jar.cookie)).toBeDefined()
    now += 31 * DAY
    await jar.request().signIn(ADA.email, ADA.password)
    expect(await store.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
  })
})

describe('signOut()', () => {
  it('ends this session and takes the cookie away', async () => {
    await anOwner()
    const [jar, other] = [browser(), browser()]
    await jar.request().signIn(ADA.email, ADA.password)
    await other.request().signIn(ADA.email, ADA.password)
    const cookie = jar.cookie
    await jar.request().signOut()
    expect([jar.cookie, jar.maxAge]).toEqual([undefined, 0])
    expect(await findViewer(cookie)).toBeUndefined()
    expect(await findViewer(other.cookie)).toBeDefined()
    await jar.request().signOut() // without a session nothing happens
  })
})

describe('setUp()', () => {
  it('creates the owner once and signs in', async () => {
    const token = (await issueSetupToken(store, randomBytes)) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const jar = browser()
    expect(await jar.request().setUp(token, ADA.email, ADA.password)).toEqual({ ok: true })
    expect(await findViewer(jar.cookie)).toMatchObject({ role: 'owner' })
    expect(await browser().request().setUp(token, 'bob@example.com', ADA.password)).toMatchObject({
      ok: false,
    })
    expect(await issueSetupToken(store, randomBytes)).toBeUndefined()
    expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([])
  })

  it('has one winner when two follow the link at once', async () => {
    const token = (await issueSetupToken(store, randomBytes)) ?? ''
    const setUp = (email: string) => browser().request().setUp(token, email, ADA.password)
    const results = await Promise.all([setUp('ada@example.com'), setUp('bob@example.com')])
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(await store.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
  })

  it('refuses a token that was replaced, guessed or left empty', async () => {
    const older = (await issueSetupToken(store, randomBytes)) ?? ''
    await issueSetupToken(store, randomBytes)
    for (const token of [older, 'guess', '']) {
      expect(await browser().request().setUp(token, ADA.email, ADA.password)).toEqual({
        ok: false,
        refusal:
          'Cannot set up: this link was used or replaced. While no account exists, each start prints a new one',
      })
    }
    expect(await store.db.selectFrom('account').selectAll().execute()).toEqual([])
  })

  it('keeps the token when the form was not right', async () => {
    const token = (await issueSetupToken(store, randomBytes)) ?? ''
    const jar = browser()
    expect(await jar.request().setUp(token, 'ada', ADA.password)).toMatchObject({ ok: false, field: 'email' })
    expect(await jar.request().setUp(token, ADA.email, 'short')).toEqual({
      ok: false,
      refusal: 'Cannot set up with this password: it has 5 characters and needs at least 12',
      field: 'password',
    })
    expect(await jar.request().setUp(token, ADA.email, ADA.password)).toEqual({ ok: true })
  })
})

describe('createOwner()', () => {
  it('acts at the first start only, and voids the set-up link', async () => {
    const token = (await issueSetupToken(store, randomBytes)) ?? ''
    expect(await anOwner()).toBe(true)
    expect(await anOwner()).toBe(false)
    expect(await browser().request().setUp(token, 'bob@example.com', ADA.password)).toMatchObject({
      ok: false,
    })
  })
})

describe('findViewer()', () => {
  it.each([undefined, '', 'x', 'x'.repeat(5000)])('finds nobody by %j', async (cookie) => {
    expect(await findViewer(cookie)).toBeUndefined()
  })
})

describe('sessionCookieOptions()', () => {
  it('is secure where the desk is reached by https', () => {
    const options = { path: '/', httpOnly: true, sameSite: 'lax' }
    expect(sessionCookieOptions({ publicUrl: 'https://desk.example.com' })).toEqual({
      ...options,
      secure: true,
    })
    expect(sessionCookieOptions({ publicUrl: 'http://127.0.0.1:3000' })).toEqual({
      ...options,
      secure: false,
    })
  })
})

import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { addAccount } from '#server/accounts/add-account.ts'
import { createBrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import { findDevice } from '#server/accounts/known-devices.ts'
import { hashSecret } from '#server/accounts/secrets.ts'
import { createViewerFinder, type FindViewer, sessionCookieOptions } from '#server/accounts/sessions.ts'
import { createOwner, issueSetupToken } from '#server/accounts/setup.ts'
import { createSignIn, type SignIn } from '#server/accounts/sign-in.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { insertTotp } from '#server/store/accounts/factors/totp-rows.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

const DAY = 24 * 60 * 60_000
const ADA = { email: 'ada@example.com', password: 'correct horse battery' }
const WRONG = { ok: false, refusal: 'Cannot sign in: the email or the password is wrong', field: 'password' }

let store: Store
let now: number
let findViewer: FindViewer
let throttle: ReturnType<typeof createThrottle>

beforeEach(async () => {
  store = await openTestStore('sqlite')
  now = Date.UTC(2026, 0, 1)
  throttle = createThrottle(randomBytes)
  findViewer = createViewerFinder(store, () => now)
  onTestFinished(() => store.close())
})

interface Jar {
  request(): SignIn
  cookie: string | undefined
  device: string | undefined
  maxAge: number
}

/** A browser with its cookie jar. */
function browser(ip = '10.0.0.1', userAgent?: string): Jar {
  const jar: Jar = {
    cookie: undefined,
    device: undefined,
    maxAge: -1,
    request: () =>
      createSignIn({
        store,
        throttle,
        clock: () => now,
        random: randomBytes,
        publicUrl: 'http://desk.test',
        memory: createBrowserMemory({
          rows: createOwnRows(() => now),
          random: randomBytes,
          cookies: {},
          setCookie: () => undefined,
        }),
        request: { ip, userAgent, cookie: jar.cookie, device: jar.device },
        setCookie(value, maxAgeSeconds) {
          jar.cookie = value
          jar.maxAge = maxAgeSeconds
        },
        setDeviceCookie(value) {
          jar.device = value
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
    expect(await findViewer(jar.cookie)).toEqual({ id: 1, email: ADA.email, role: 'owner', sees: 'all' })
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

  it('works as long on an unknown email as on a wrong password', async () => {
    await anOwner()
    const timeOf = async (email: string) => {
      const start = performance.now()
      await browser().request().signIn(email, 'wrong')
      return performance.now() - start
    }
    const [known, unknown] = [await timeOf(ADA.email), await timeOf('bob@example.com')]
    // A hash that was left out would show as a factor of a hundred, other load as a small one.
    expect(unknown).toBeGreaterThan(known / 10)
  })

  it('stops guessing, for the right password too, until a short time is over', async () => {
    await anOwner()
    const jar = browser()
    const guess = () => jar.request().signIn(ADA.email, 'wrong')
    await Promise.all(Array.from({ length: 10 }, guess)) // at once: none may slip through while another is checked
    now += 60_000
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual({
      ok: false,
      refusal: 'Cannot sign in: too many attempts; try again in 30 seconds',
    })
    now += 30_000
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual({ ok: true })
  })

  it('lets a browser that was signed in here before in while others guess at its account', async () => {
    await anOwner()
    const jar = browser()
    await jar.request().signIn(ADA.email, ADA.password)
    await jar.request().signOut()
    expect(jar.device).toMatch(/^[\w-]{43}$/)
    for (let index = 0; index < 40; index++) {
      throttle.attempt({ ip: `10.0.${index}.1`, email: ADA.email }, now)
      throttle.attempt({ ip: '10.0.0.1', email: `${index}@example.com` }, now)
    }
    const stranger = browser('10.9.9.9')
    const held = { ok: false, refusal: 'Cannot sign in: too many attempts; try again in 30 seconds' }
    expect(await stranger.request().signIn(ADA.email, ADA.password)).toEqual(held)
    const device = jar.device
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual({ ok: true })
    expect(jar.device).toBe(device)
    stranger.device = 'made up'
    expect(await stranger.request().signIn(ADA.email, ADA.password)).toEqual(held)
  })

  it('knows a browser by the account that it was signed in to, for 180 days', async () => {
    await anOwner()
    await addAccount({
      store,
      email: 'bob@example.com',
      password: ADA.password,
      clock: () => now,
      by: COMMAND,
    })
    const jar = browser()
    await jar.request().signIn('bob@example.com', ADA.password)
    const ofBob = { cookie: jar.device, email: 'bob@example.com' }
    expect(await findDevice(store, { ...ofBob, now })).toBeDefined()
    expect(await findDevice(store, { ...ofBob, email: ADA.email, now })).toBeUndefined()
    expect(await findDevice(store, { ...ofBob, now: now + 180 * DAY - 1 })).toBeDefined()
    expect(await findDevice(store, { ...ofBob, now: now + 180 * DAY })).toBeUndefined()
  })

  it('remembers the newest twenty browsers of an account', async () => {
    await anOwner()
    const jars: Jar[] = []
    for (let index = 0; index < 21; index++) {
      now += 1_000
      const jar = browser()
      await jar.request().signIn(ADA.email, ADA.password)
      jars.push(jar)
    }
    const known = await Promise.all(
      jars.map(({ device: cookie }) => findDevice(store, { cookie, email: ADA.email, now })),
    )
    expect(known.map((device) => device !== undefined)).toEqual([false, ...Array(20).fill(true)])
  })

  it('tells only who knows the password that the account is disabled', async () => {
    await anOwner()
    await store.write((trx) => trx.updateTable('account').set({ disabled_at: now }).execute())
    const jar = browser()
    expect(await jar.request().signIn(ADA.email, 'wrong')).toEqual(WRONG)
    const refusal = 'Cannot sign in: this account is disabled'
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual({ ok: false, refusal })
  })

  it('begins no session with a password that was changed while it was checked', async () => {
    await anOwner()
    const jar = browser()
    const change = () =>
      store.write((trx) => trx.updateTable('account').set({ password_hash: 'another' }).execute())
    // Called when the password was found right; writes come one after the other.
    throttle = { ...throttle, forgive: () => void change() }
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual(WRONG)
    expect(await store.db.selectFrom('session').selectAll().execute()).toEqual([])
  })

  it('asks for the second step of an account that got a factor while the password was checked', async () => {
    await anOwner()
    const jar = browser()
    const add = () =>
      store.write((trx) => insertTotp(trx, { accountId: 1, secret: 'JBSWY3DPEHPK3PXP', step: 1, now }))
    throttle = { ...throttle, forgive: () => void add() } // as above
    expect(await jar.request().signIn(ADA.email, ADA.password)).toEqual({ ok: true, needsSecondStep: true })
    expect([jar.cookie, jar.device]).toEqual([undefined, undefined])
    expect(await store.db.selectFrom('session').selectAll().execute()).toEqual([])
  })

  it('notes where a session began, in characters that a terminal only prints', async () => {
    await anOwner()
    await browser('10.0.0.9', 'Fire\u001b[2Jfox\u202e').request().signIn(ADA.email, ADA.password)
    const [session] = await store.db.selectFrom('session').select(['ip', 'user_agent']).execute()
    expect(session).toEqual({ ip: '10.0.0.9', user_agent: 'Fire?[2Jfox?' })
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
    const token = (await issueSetupToken(store, randomBytes, now)) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const jar = browser()
    expect(await jar.request().setUp(token, ADA.email, ADA.password)).toEqual({ ok: true })
    expect(await findViewer(jar.cookie)).toMatchObject({ role: 'owner' })
    expect(await browser().request().setUp(token, 'bob@example.com', ADA.password)).toMatchObject({
      ok: false,
    })
    expect(await issueSetupToken(store, randomBytes, now)).toBeUndefined()
    expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([])
  })

  it('has one winner when two follow the link at once', async () => {
    const token = (await issueSetupToken(store, randomBytes, now)) ?? ''
    const setUp = (email: string) => browser().request().setUp(token, email, ADA.password)
    const results = await Promise.all([setUp('ada@example.com'), setUp('bob@example.com')])
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(await store.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
  })

  it('refuses a token that was replaced, guessed or left empty', async () => {
    const older = (await issueSetupToken(store, randomBytes, now)) ?? ''
    await issueSetupToken(store, randomBytes, now + 600_001)
    for (const token of [older, 'guess', '']) {
      expect(await browser().request().setUp(token, ADA.email, ADA.password)).toEqual({
        ok: false,
        refusal:
          'Cannot set up: this link has been used or replaced. While no account exists, each start prints a new link',
      })
    }
    expect(await store.db.selectFrom('account').selectAll().execute()).toEqual([])
  })

  it('takes the token of each process that started together with others', async () => {
    const older = (await issueSetupToken(store, randomBytes, now)) ?? ''
    await issueSetupToken(store, randomBytes, now + 600_000)
    expect(await browser().request().setUp(older, ADA.email, ADA.password)).toEqual({ ok: true })
  })

  it('takes the token of an earlier version, which stored its hash alone', async () => {
    const value = hashSecret('earlier')
    await store.write((trx) => trx.insertInto('setting').values({ key: 'setup_token_hash', value }).execute())
    expect(await browser().request().setUp('earlier', ADA.email, ADA.password)).toEqual({ ok: true })
  })

  it('keeps the token when the form was not right', async () => {
    const token = (await issueSetupToken(store, randomBytes, now)) ?? ''
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
    const token = (await issueSetupToken(store, randomBytes, now)) ?? ''
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

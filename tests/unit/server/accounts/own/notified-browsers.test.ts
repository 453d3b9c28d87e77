import { beforeEach, describe, expect, it } from 'vitest'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import {
  discardOfEndedBrowsers,
  insertBrowser,
  listBrowsers,
} from '#server/store/notifications/push-browsers.ts'
import { type AccountDesk, openAccountDesk, PASSWORD } from '#tests/support/accounts/account-browser.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const DAY_MS = 24 * 60 * 60_000
const BOB = 'bob@example.com'
const EVE = 'eve@example.com'

describe.each(ENGINES)('a browser that is notified, on %s', (engine) => {
  let at: AccountDesk
  let bob: number
  let count = 0

  beforeEach(async () => {
    at = await openAccountDesk(engine)
    await at.add('olga@example.com', 'owner')
    bob = await at.add(BOB, 'member')
    await at.add(EVE, 'member')
  })

  type Jar = Awaited<ReturnType<AccountDesk['signedIn']>>

  async function notify(jar: Jar): Promise<void> {
    const here = (await jar.request()).openOwn().readBrowser()
    const made = { ...here, accountId: bob, name: 'Firefox', settings: {}, now: at.time.now }
    await at.store.write((trx) => insertBrowser(trx, { ...made, endpointHash: String(++count) }))
  }

  const countBrowsers = async () => (await listBrowsers(at.store.db, bob)).length

  it('is forgotten when its account signs out there, and others stay', async () => {
    const [here, there] = [await at.signedIn(BOB), await at.signedIn(BOB)]
    for (const jar of [here, there]) await notify(jar)
    await (await here.request()).signOut()
    expect(await countBrowsers()).toBe(1)
    await (await there.request()).signOut()
    expect(await countBrowsers()).toBe(0)
  })

  it('is notified after its session expired, and follows the next one', async () => {
    const jar = await at.signedIn(BOB)
    await notify(jar)
    at.time.now += 40 * DAY_MS
    jar.cookie = undefined
    expect(await countBrowsers()).toBe(1)
    await (await jar.request()).signIn(BOB, PASSWORD)
    const { session } = (await jar.request()).openOwn().readBrowser()
    expect((await listBrowsers(at.store.db, bob)).map((browser) => browser.session)).toEqual([session])
    await (await jar.request()).signOut()
    expect(await countBrowsers()).toBe(0)
  })

  it('is forgotten when another account signs in there, also after the session expired', async () => {
    const jar = await at.signedIn(BOB)
    await notify(jar)
    at.time.now += 40 * DAY_MS
    jar.cookie = undefined
    await (await jar.request()).signIn(EVE, PASSWORD)
    expect(await countBrowsers()).toBe(0)
  })

  it('is forgotten when its session is ended elsewhere', async () => {
    const [here, there] = [await at.signedIn(BOB), await at.signedIn(BOB)]
    for (const jar of [here, there]) await notify(jar)
    const own = (await here.request()).openOwn()
    const { sessions } = await own.read()
    await own.endSession(sessions.find(({ isThis }) => !isThis)?.id ?? '')
    expect(await countBrowsers()).toBe(1)
    await notify(await at.signedIn(BOB))
    await own.endOtherSessions()
    const { session } = own.readBrowser()
    expect((await listBrowsers(at.store.db, bob)).map((browser) => browser.session)).toEqual([session])
  })

  it('is forgotten when the account is disabled, and when it is removed', async () => {
    const manager = createAccountManager(at.store, () => at.time.now, COMMAND)
    await notify(await at.signedIn(BOB))
    await manager.disable({ email: BOB })
    expect(await countBrowsers()).toBe(0)
    await manager.enable({ email: BOB })
    await notify(await at.signedIn(BOB))
    await manager.remove({ email: BOB })
    const tables = ['push_browser', 'alert_channel'] as const
    for (const table of tables)
      expect(await at.store.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })

  it('leaves no message that waits for ever', async () => {
    const jar = await at.signedIn(BOB)
    await notify(jar)
    const [browser] = await listBrowsers(at.store.db, bob)
    await at.store.write((trx) =>
      trx
        .insertInto('alert_message')
        .values({
          ...{
            account_id: bob,
            channel_id: browser?.id ?? 0,
            project_id: null,
            rule_id: null,
            content: '{}',
          },
          ...{ message_key: 'k', happening: 'mentioned', state: 'waiting', created_at: 1, due_at: 1 },
        })
        .execute(),
    )
    const read = async () => {
      await at.store.write((trx) => discardOfEndedBrowsers(trx, at.time.now))
      return at.store.db.selectFrom('alert_message').select(['state', 'reason']).execute()
    }
    expect(await read()).toEqual([{ state: 'waiting', reason: null }])
    await (await jar.request()).signOut()
    expect(await read()).toEqual([{ state: 'discarded', reason: 'The browser was signed out' }])
  })
})

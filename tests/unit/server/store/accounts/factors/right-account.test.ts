import { expect, it, onTestFinished } from 'vitest'
import { insertSession } from '#server/store/accounts/account-sessions.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { insertPasskey } from '#server/store/accounts/factors/passkey-rows.ts'
import { findIfRight } from '#server/store/accounts/factors/right-account.ts'
import { insertTotp } from '#server/store/accounts/factors/totp-rows.ts'
import { insertDevice } from '#server/store/accounts/known-devices.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOTHING_ELSE = { hasFactor: false, hasExpiredSessions: false, devices: { count: 0, hasExpired: false } }

it.each(ENGINES)(
  'on %s, an account is found by its password, with what else is to be done',
  async (engine) => {
    const store = await openTestStore(engine)
    onTestFinished(() => store.close())
    const [ada = 0, ben = 0, eve = 0] = await store.write(async (trx) => {
      const ids: (number | undefined)[] = []
      for (const name of ['ada', 'ben', 'eve'])
        ids.push(
          await insertAccount(trx, {
            email: `${name}@example.com`,
            ...{ passwordHash: `hash of ${name}`, role: 'member', createdAt: 0 },
          }),
        )
      return ids
    })
    const find = (id: number, name: string, now = 10) =>
      findIfRight(store.db, { id, passwordHash: `hash of ${name}`, now })
    const isAda = { id: ada, email: 'ada@example.com' }
    expect(await find(ada, 'ada')).toEqual({ ...isAda, ...NOTHING_ELSE })
    expect(await find(ada, 'ben')).toBeUndefined()

    await store.write(async (trx) => {
      const of = { createdAt: 5, expiresAt: 20 }
      await insertDevice(trx, { ...of, tokenHash: 'a1', accountId: ada })
      await insertDevice(trx, { ...of, tokenHash: 'a2', accountId: ada, expiresAt: 30 })
      await insertDevice(trx, { ...of, tokenHash: 'b1', accountId: ben, expiresAt: 1 })
      await insertSession(trx, {
        ...of,
        tokenHash: 's1',
        accountId: ben,
        ip: '10.0.0.1',
        userAgent: undefined,
      })
    })
    expect(await find(ada, 'ada', 19)).toEqual({
      ...isAda,
      ...NOTHING_ELSE,
      devices: { count: 2, hasExpired: false },
    })
    expect(await find(ada, 'ada', 20)).toMatchObject({
      hasExpiredSessions: true,
      devices: { count: 2, hasExpired: true },
    })

    await store.write(async (trx) => {
      await insertTotp(trx, { accountId: ada, secret: 'x', step: 1, now: 5 })
      const key = { publicKey: '', signCount: 0, transports: [], createdAt: 5, name: 'key' }
      await insertPasskey(trx, { ...key, id: 'p1', accountId: ben })
      await trx.updateTable('account').set({ disabled_at: 5 }).where('id', '=', eve).execute()
    })
    expect(await find(ada, 'ada')).toMatchObject({ hasFactor: true })
    expect(await find(ben, 'ben')).toMatchObject({ hasFactor: true })
    expect(await find(eve, 'eve')).toBeUndefined()

    await store.write((trx) => trx.updateTable('account_totp').set({ confirmed_at: null }).execute())
    expect(await find(ada, 'ada')).toMatchObject({ hasFactor: false })
  },
)

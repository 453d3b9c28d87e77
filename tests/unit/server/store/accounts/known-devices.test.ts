import { describe, expect, it, onTestFinished } from 'vitest'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { deleteSpareDevices, insertDevice } from '#server/store/accounts/known-devices.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

describe.each(ENGINES)('known devices on %s', (engine) => {
  it('are the newest of an account that have not expired, and those of others stay', async () => {
    const store = await openTestStore(engine)
    onTestFinished(() => store.close())
    const accountOf = async (email: string) =>
      (await store.write((trx) =>
        insertAccount(trx, { email, passwordHash: '', role: 'member', createdAt: 0 }),
      )) ?? 0
    const [ada, ben] = [await accountOf('ada@example.com'), await accountOf('ben@example.com')]
    const add = (tokenHash: string, accountId: number, createdAt: number, expiresAt: number) =>
      store.write(async (trx) => {
        await insertDevice(trx, { tokenHash, accountId, createdAt, expiresAt })
        await deleteSpareDevices(trx, { accountId, now: createdAt, most: 2 })
      })
    const list = async () =>
      (await store.db.selectFrom('known_device').select('token_hash').orderBy('token_hash').execute()).map(
        (row) => row.token_hash,
      )
    await add('b1', ben, 1, 4)
    await add('a1', ada, 1, 100)
    await add('a2', ada, 2, 100)
    expect(await list()).toEqual(['a1', 'a2', 'b1'])
    await add('a3', ada, 3, 5)
    expect(await list()).toEqual(['a2', 'a3', 'b1'])
    await add('a6', ada, 6, 100)
    expect(await list()).toEqual(['a6', 'b1'])
  })
})

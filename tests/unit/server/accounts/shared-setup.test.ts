import { expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '#server/accounts/secrets.ts'
import { createOwner, isSetupToken, issueSetupToken, redeemSetupToken } from '#server/accounts/setup.ts'
import { openSharedStores } from '#tests/support/postgres/shared-stores.ts'

async function open() {
  const shared = await openSharedStores()
  onTestFinished(shared.close)
  return shared
}

it('processes that start together print links that each work, and one of them creates the owner', async () => {
  const { one, two } = await open()
  const tokens = await Promise.all([one, two].map((store) => issueSetupToken(store, systemRandom, 0)))
  for (const token of tokens) expect(await isSetupToken(one, token ?? '')).toBe(true)
  const redeemed = await Promise.all([
    redeemSetupToken(one, tokens[1] ?? '', {
      email: 'ada@example.com',
      passwordHash: 'a',
      ip: '192.0.2.1',
      now: 0,
    }),
    redeemSetupToken(two, tokens[0] ?? '', {
      email: 'bob@example.com',
      passwordHash: 'b',
      ip: '192.0.2.2',
      now: 0,
    }),
  ])
  expect(redeemed.filter((id) => id !== undefined)).toHaveLength(1)
  expect(await one.db.selectFrom('account').select('role').execute()).toEqual([{ role: 'owner' }])
  for (const token of tokens) expect(await isSetupToken(two, token ?? '')).toBe(false)
})

it('processes that start together create the owner of the settings once', async () => {
  const { one, two } = await open()
  const owner = { email: 'ada@example.com', password: 'correct horse battery', clock: () => 0 }
  const created = await Promise.all([one, two].map((store) => createOwner({ store, ...owner })))
  expect(created.sort()).toEqual([false, true])
})

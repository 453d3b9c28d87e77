import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createToken, findBearer, parseLifetime } from '#server/accounts/tokens.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { listTokens } from '#server/store/accounts/tokens.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

it('finds the bearer of a token, of which only the hash is stored', async () => {
  const store = await openTestStore('sqlite')
  onTestFinished(() => store.close())
  const { token } = await store.write((trx) =>
    createToken(trx, { name: 'deploys', scopes: READ_SCOPES, now: 1, random: randomBytes, by: COMMAND }),
  )
  expect(token).toMatch(/^ct_[\w-]{43}$/)
  expect(await findBearer(store, `Bearer ${token}`, 1)).toEqual({
    id: 1,
    name: 'deploys',
    scopes: new Set(READ_SCOPES),
    account: null,
  })
  expect(await findBearer(store, `bearer  ${token} `, 1)).toBeDefined()
  const [row] = await store.db.selectFrom('token').selectAll().execute()
  for (const authorization of [
    undefined,
    '',
    token,
    'Bearer',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(3)}`,
    `Bearer ct_${row?.token_hash}`,
    `Bearer ${token} ${token}`,
  ]) {
    expect(await findBearer(store, authorization, 1)).toBeUndefined()
  }
})

it('knows the bearer until the token expires, to the millisecond', async () => {
  const store = await openTestStore('sqlite')
  onTestFinished(() => store.close())
  const given = {
    name: 'ci',
    scopes: READ_SCOPES,
    now: 1,
    random: randomBytes,
    by: COMMAND,
    expiresAt: 1_000,
  } as const
  const { token } = await store.write((trx) => createToken(trx, given))
  expect(await findBearer(store, `Bearer ${token}`, 999)).toBeDefined()
  expect(await findBearer(store, `Bearer ${token}`, 1_000)).toBeUndefined()
})

it('notes a use a minute at most', async () => {
  const store = await openTestStore('sqlite')
  onTestFinished(() => store.close())
  const given = { name: 'ci', scopes: READ_SCOPES, now: 1, random: randomBytes, by: COMMAND } as const
  const { token } = await store.write((trx) => createToken(trx, given))
  const lastUsedAt = async () => (await listTokens(store.db))[0]?.lastUsedAt
  expect(await lastUsedAt()).toBeNull()
  await findBearer(store, `Bearer ${token}`, 100_000)
  await expect.poll(lastUsedAt).toBe(100_000)
  const version = store.version()
  await findBearer(store, `Bearer ${token}`, 159_999)
  await findBearer(store, 'Bearer ct_wrong', 200_000)
  expect([store.version(), await lastUsedAt()]).toEqual([version, 100_000])
  await findBearer(store, `Bearer ${token}`, 160_000)
  await expect.poll(lastUsedAt).toBe(160_000)
})

it.each([
  ['1h', 3_600_000],
  ['90d', 7_776_000_000],
  ['6w', 3_628_800_000],
  ['1y', 31_536_000_000],
  ['10y', 315_360_000_000],
  ['3651d', undefined],
  ['11y', undefined],
  ['0d', undefined],
  ['90', undefined],
  ['-1d', undefined],
  ['1m', undefined],
  ['', undefined],
])('reads %j as a lifetime of %s ms', (text, ms) => {
  expect(parseLifetime(text)).toBe(ms)
})

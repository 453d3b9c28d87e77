import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createToken, findBearer, parseTokenScope } from '../../../../server/accounts/tokens.ts'
import { openSqliteStore } from '../../../../server/store/sqlite.ts'

it('finds the bearer of a token, of which only the hash is stored', async () => {
  const store = await openSqliteStore({ file: ':memory:' })
  onTestFinished(() => store.close())
  const { token } = await store.write((trx) =>
    createToken(trx, { name: 'deploys', scope: 'read', now: 1, random: randomBytes }),
  )
  expect(token).toMatch(/^ct_[\w-]{43}$/)
  expect(await findBearer(store, `Bearer ${token}`)).toEqual({ id: 1, name: 'deploys', scope: 'read' })
  expect(await findBearer(store, `bearer  ${token} `)).toBeDefined()
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
    expect(await findBearer(store, authorization)).toBeUndefined()
  }
})

it('knows two scopes', () => {
  expect(['read', 'write', 'admin', ''].map(parseTokenScope)).toEqual(['read', 'write', undefined, undefined])
})

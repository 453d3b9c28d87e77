import { randomBytes } from 'node:crypto'
import { createToken, findBearer } from '#server/accounts/tokens.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

/**
 * Processor time of checking a token, which each request to the API pays, among a thousand others: a personal one, one of the
 * organization, and one that is wrong. `node tests/bench/tokens.ts [checks]`
 */
const [checks = 5_000] = process.argv.slice(2).map(Number)
const NOW = Date.UTC(2026, 10, 25)

const store = await openSqliteStore({ file: ':memory:' })
try {
  const account = { email: 'ada@example.com', passwordHash: '', role: 'member', createdAt: NOW } as const // a role
  const accountId = (await store.write((trx) => insertAccount(trx, account))) ?? null
  const by = toActor({ id: 1, email: account.email }, null)
  const scopes = ['event:read', 'project:releases'] as const
  const add = (of: number | null) =>
    store.write((trx) =>
      createToken(trx, { name: 'bench', scopes, now: NOW, random: randomBytes, by, accountId: of }),
    )
  for (let count = 0; count < 1_000; count++) await add(count % 2 === 0 ? accountId : null)
  const tokens = {
    personal: (await add(accountId)).token,
    'of the organization': (await add(null)).token,
    wrong: `ct_${'x'.repeat(43)}`,
  }
  for (const [name, token] of Object.entries(tokens)) {
    const check = () => findBearer(store, `Bearer ${token}`, NOW)
    for (let count = 0; count < 500; count++) await check()
    const before = cpuMs()
    for (let count = 0; count < checks; count++) await check()
    console.log(`${name}: ${((cpuMs() - before) / checks).toFixed(3)} ms of processor time a check`)
  }
} finally {
  await store.close()
}

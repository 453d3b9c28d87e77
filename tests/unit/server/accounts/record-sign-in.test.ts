import { describe, expect, it, onTestFinished } from 'vitest'
import { recordFailedSignIn } from '#server/accounts/record-sign-in.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 25)
const MINUTE_MS = 60_000

async function open(engine: Engine) {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  return {
    fail: (ip: string, now = NOW) => recordFailedSignIn(store, { email: 'ada@example.com', ip, now }),
    listIps: async () =>
      (await store.db.selectFrom('audit_entry').select('ip').orderBy('id').execute()).map(({ ip }) => ip),
  }
}

describe.each(ENGINES)('failed sign-ins on %s', (engine) => {
  it('are recorded once a minute for each address, and for each /64 of IPv6', async () => {
    const { fail, listIps } = await open(engine)
    for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) await fail(ip)
    expect(await listIps()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1'])
    await fail('192.0.2.1', NOW + MINUTE_MS - 1)
    expect(await listIps()).toHaveLength(3)
    await fail('192.0.2.1', NOW + MINUTE_MS)
    expect(await listIps()).toHaveLength(4)
  })

  it('are recorded ten times a minute at most, however many addresses they come from', async () => {
    const { fail, listIps } = await open(engine)
    for (let host = 1; host <= 30; host++) await fail(`198.51.100.${host}`)
    expect(await listIps()).toHaveLength(10)
  })
})

import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

async function open(engine: Engine) {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  return store
}

const ADA = { accountId: 7, actor: 'ada@example.com', ip: '192.0.2.1' }
/** Triggers ask the database's clock, which no test can set. */
const NOW = Date.now()

describe.each(ENGINES)('the audit log on %s', (engine) => {
  it('has who did what to what, when and from where', async () => {
    const store = await open(engine)
    await store.write((trx) =>
      recordAudit(trx, { ...ADA, at: NOW, action: 'project.add', target: 'shop', details: { id: 4 } }),
    )
    expect(await store.db.selectFrom('audit_entry').selectAll().execute()).toEqual([
      {
        id: 1,
        at: NOW,
        account_id: 7,
        actor: 'ada@example.com',
        ip: '192.0.2.1',
        action: 'project.add',
        target: 'shop',
        details: '{"id":4}',
      },
    ])
  })

  it('cuts long names, and takes any text', async () => {
    const store = await open(engine)
    const target = `a\0${'b'.repeat(400)}`
    await store.write((trx) => recordAudit(trx, { ...COMMAND, at: NOW, action: 'token.add', target }))
    const row = await store.db.selectFrom('audit_entry').select(['target', 'ip']).executeTakeFirst()
    expect(row).toEqual({ target: `a\uFFFD${'b'.repeat(298)}`, ip: null })
  })

  it('refuses to change an entry, and to delete one before 400 days', async () => {
    const store = await open(engine)
    const entry = { ...ADA, action: 'account.disable', target: 'bob@example.com' } as const // an action's name
    await store.write(async (trx) => {
      await recordAudit(trx, { ...entry, at: NOW })
      await recordAudit(trx, { ...entry, at: NOW - 399 * DAY_MS })
      await recordAudit(trx, { ...entry, at: NOW - 401 * DAY_MS })
    })
    const change = store.write((trx) => trx.updateTable('audit_entry').set({ actor: 'eve' }).execute())
    await expect(change).rejects.toThrow('Cannot change an entry of the audit log')
    const removal = store.write((trx) => trx.deleteFrom('audit_entry').execute())
    await expect(removal).rejects.toThrow('Cannot delete an entry of the audit log before 400 days')
    const old = store.write((trx) =>
      trx
        .deleteFrom('audit_entry')
        .where('at', '<', NOW - 400 * DAY_MS)
        .execute(),
    )
    await expect(old).resolves.toBeDefined()
    const { count } = await store.db
      .selectFrom('audit_entry')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(2)
  })
})

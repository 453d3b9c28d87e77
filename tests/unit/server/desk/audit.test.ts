import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 25)
const ADA = { accountId: 1, actor: 'ada@example.com', ip: '192.0.2.7' }

async function open(engine: Engine) {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  const deskOf = (role: Role) => {
    const viewer = { id: 1, email: 'ada@example.com', role }
    return createDesk({ store, viewer, sees: 'all', publicUrl: 'https://desk.example', clock: () => NOW })
  }
  await store.write(async (trx) => {
    await recordAudit(trx, { ...ADA, at: NOW, action: 'project.add', target: 'shop' })
    await recordAudit(trx, {
      ...COMMAND,
      at: NOW,
      action: 'token.add',
      target: 'CI 100%',
      details: { id: 3 },
    })
    await recordAudit(trx, { ...ADA, at: NOW - 1, action: 'account.disable', target: 'bob@example.com' })
  })
  return { store, deskOf, audit: deskOf('admin').audit }
}

describe.each(ENGINES)('the audit log of a desk on %s', (engine) => {
  it('is listed newest first, in pages that continue after their last entry', async () => {
    const { audit } = await open(engine)
    const targets: string[] = []
    const cursors: (string | null)[] = []
    let cursor: string | undefined
    do {
      const page = await audit.list({}, { cursor, limit: 1 })
      targets.push(...page.entries.map(({ target }) => target))
      cursors.push(page.older)
      cursor = page.older ?? undefined
    } while (cursor !== undefined)
    expect(targets).toEqual(['CI 100%', 'shop', 'bob@example.com'])
    expect(cursors).toEqual([`${NOW}:2`, `${NOW}:1`, null])
  })

  it.each([
    [{ text: 'ada@' }, ['shop', 'bob@example.com']],
    [{ text: 'COMMAND' }, ['CI 100%']],
    [{ text: '100%' }, ['CI 100%']],
    [{ text: '%' }, ['CI 100%']],
    [{ text: '192.0.2' }, ['shop', 'bob@example.com']],
    [{ text: "'; drop table audit_entry" }, []],
    [{ action: 'token.add' }, ['CI 100%']],
    [{ action: 'project.add', text: 'bob' }, []],
    [{ from: NOW }, ['CI 100%', 'shop']],
    [{ before: NOW }, ['bob@example.com']],
    [{ from: NOW - 1, before: NOW, text: 'shop' }, []],
    [{ action: 'nothing' }, ['CI 100%', 'shop', 'bob@example.com']],
  ])('is searched by %j', async (filter, targets) => {
    const { audit } = await open(engine)
    const { entries, older } = await audit.list(filter, { limit: 10 })
    expect([entries.map(({ target }) => target), older]).toEqual([targets, null])
  })

  it('begins with the newest where a cursor is none', async () => {
    const { audit } = await open(engine)
    for (const cursor of ['', 'x', '1', '1:2:3', '-1:2', '9'.repeat(40)]) {
      expect((await audit.list({}, { cursor, limit: 9 })).entries).toHaveLength(3)
    }
  })

  it('is for admins', async () => {
    const { deskOf } = await open(engine)
    const nothing = { entries: [], older: null }
    expect(await deskOf('member').audit.list({}, { limit: 9 })).toEqual(nothing)
    expect((await deskOf('owner').audit.list({}, { limit: 9 })).entries).toHaveLength(3)
  })

  it('is searched 10,000 entries at a time, however many there are', async () => {
    const { store, audit } = await open(engine)
    const row = { at: NOW + 1, account_id: null, actor: 'command', ip: null, action: 'demo.add', target: 'x' }
    const rows = Array.from({ length: 1_000 }, () => row)
    for (let batch = 0; batch < 11; batch++)
      await store.write((trx) => trx.insertInto('audit_entry').values(rows).execute())
    const first = await audit.list({ text: 'shop' }, { limit: 10 })
    expect(first.entries).toEqual([])
    expect(first.older).toBe(`${NOW + 1}:1004`)
    const second = await audit.list({ text: 'shop' }, { cursor: first.older ?? '', limit: 10 })
    expect(second.entries.map(({ target }) => target)).toEqual(['shop'])
    expect(second.older).toBeNull()
  })
})

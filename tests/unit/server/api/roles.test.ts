import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mayActAs, ROLES } from '#server/models/accounts/roles.ts'
import { TOKEN_SCOPES } from '#server/models/accounts/scopes.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { PROJECT_TABLES } from '#server/store/schema/tables.ts'
import { openApiSite } from '#tests/support/accounts/api-site.ts'
import { API_TABLE } from '#tests/support/accounts/api-table.ts'
import { NOTHING, NOW } from '#tests/support/accounts/secret-project.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

async function open(engine: Engine) {
  const site = await openApiSite(engine)
  onTestFinished(site.close)
  const another = { email: 'other@example.com', passwordHash: '-', role: 'viewer', createdAt: NOW } as const
  await site.store.write((trx) => insertAccount(trx, another))
  return site
}

const methodOf = (route: string) => route.split(' ')[0] ?? ''

/** All rows of projects, and of what is of none. */
async function dump({ db }: Store): Promise<Record<string, unknown[]>> {
  const tables = [...PROJECT_TABLES, 'project', 'account', 'session', 'alert_channel', 'audit_entry']
  const rows = tables.map(
    async (name) => [name, (await sql<object>`select * from ${sql.table(name)}`.execute(db)).rows] as const,
  )
  const tokens = await db.selectFrom('token').select(['id', 'scope']).orderBy('id').execute()
  return { ...Object.fromEntries(await Promise.all(rows)), token: tokens }
}

// Each route is asked with each scope, which a busy machine takes a minute for.
describe.each(ENGINES)('the API on %s', { timeout: 180_000 }, (engine) => {
  it('has a row in the table for each route', async () => {
    const { routes } = await open(engine)
    expect([...routes].toSorted()).toEqual(Object.keys(API_TABLE).toSorted())
  })

  it('is opened by the scopes of the table, and by no others', async () => {
    const { addToken, ask } = await open(engine)
    const opened = new Map<string, string[]>(Object.keys(API_TABLE).map((route) => [route, []]))
    for (const scope of TOKEN_SCOPES) {
      const token = await addToken({ scopes: [scope] })
      for (const [route, { path, body }] of Object.entries(API_TABLE)) {
        const asked = { path: path(NOTHING), body: body?.(NOTHING) }
        const { statusCode } = await ask(token, route, asked)
        expect.soft([401, 500], route).not.toContain(statusCode)
        if (statusCode !== 403) opened.get(route)?.push(scope)
      }
    }
    const expected = Object.entries(API_TABLE).map(([route, { scopes }]) => [
      route,
      TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
    ])
    expect([...opened]).toEqual(expected)
  })

  it.each(ROLES)('does for a token of the %s what the table says, and nothing else', async (role) => {
    const { addToken, ask, store, ids, failures } = await open(engine)
    const { id: accountId } = await store.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', `${role}@example.com`)
      .executeTakeFirstOrThrow()
    const token = await addToken({ accountId }) // with all scopes
    const rows = Object.entries(API_TABLE)
    const forbidden = rows.filter(([, row]) => !mayActAs(role, row.role))
    const allowed = rows.filter(([, row]) => mayActAs(role, row.role))
    // What deletes is asked last, so that all others find what they are about.
    const order = ['GET', 'POST', 'PUT', 'DELETE']
    allowed.sort(([one], [other]) => order.indexOf(methodOf(one)) - order.indexOf(methodOf(other)))
    const before = await dump(store)
    for (const [route, { path, body }] of forbidden) {
      const asked = { path: path(ids), body: body?.(ids) }
      expect.soft((await ask(token, route, asked)).statusCode, route).toBe(403)
    }
    expect(await dump(store)).toEqual(before)
    for (const [route, { path, body }] of allowed) {
      const { statusCode, text } = await ask(token, route, { path: path(ids), body: body?.(ids) })
      if (route.startsWith('GET')) expect.soft(statusCode, `${route}: ${text}`).toBe(200)
      else expect.soft([401, 403, 500], `${route}: ${text}`).not.toContain(statusCode)
    }
    expect(failures).toEqual([])
  })
})

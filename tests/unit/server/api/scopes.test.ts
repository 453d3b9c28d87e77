import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { READ_SCOPES, type TokenScope } from '#server/models/accounts/scopes.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { checkAnswers } from '#tests/support/accounts/check-answers.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 22)
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

async function open(engine: Engine) {
  const store = await openTestStore(engine)
  const app = Fastify()
  checkAnswers(app)
  await app.register((scope) =>
    registerApi(scope, { store, publicUrl: 'https://desk.example', clock: () => NOW }),
  )
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
  return {
    store,
    async addToken(scopes: readonly TokenScope[], owner: { accountId?: number | null } = {}) {
      const given = { name: 'ci', scopes, now: NOW, random: randomBytes, by: COMMAND, ...owner }
      return (await store.write((trx) => createToken(trx, given))).token
    },
    async addAccount(role: Role) {
      const account = { email: `${role}@example.com`, role, passwordHash: '', createdAt: NOW }
      return (await store.write((trx) => insertAccount(trx, account))) ?? 0
    },
    async ask(token: string, method: Method, path: string, body: object = {}) {
      const headers = { authorization: `Bearer ${token}` }
      const payload = method === 'PUT' || method === 'POST' ? { payload: body } : {}
      return app.inject({ method, url: `/api/0${path}`, headers, ...payload })
    },
  }
}

describe.each(ENGINES)('the scopes of the API on %s', (engine) => {
  it('are named where a token lacks them', async () => {
    const { addToken, ask } = await open(engine)
    const token = await addToken(['mcp:read'])
    expect((await ask(token, 'POST', '/organizations/desk/releases/')).json()).toEqual({
      detail:
        'Cannot answer: the token needs the scope "project:releases" or "project:write"; make one at /settings/tokens, or with the command "token add NAME --scope …"',
    })
  })

  it('of a personal token are never more than its owner may, also after a change of role', async () => {
    const { store, addAccount, addToken, ask } = await open(engine)
    await addAccount('owner')
    const accountId = await addAccount('admin')
    const token = await addToken(['event:admin', 'project:write', 'member:read'], { accountId })
    const scopes = async () => (await ask(token, 'GET', '/')).json().auth.scopes.sort()
    expect(await scopes()).toEqual([
      ...['event:admin', 'event:read', 'event:write', 'member:read', 'project:read', 'project:write'],
    ])
    const become = (role: Role) =>
      store.write((trx) => trx.updateTable('account').set({ role }).where('id', '=', accountId).execute())
    await become('member')
    expect(await scopes()).toEqual(['event:admin', 'event:read', 'event:write', 'project:read'])
    await become('viewer')
    expect(await scopes()).toEqual(['event:read', 'project:read'])
    expect((await ask(token, 'PUT', '/issues/1/')).statusCode).toBe(403)
  })

  it('of an admin make no owner, and change none', async () => {
    const { addAccount, addToken, ask, store } = await open(engine)
    await addAccount('owner')
    const accountId = await addAccount('admin')
    const token = await addToken(['member:admin'], { accountId })
    const path = `/organizations/desk/members/${accountId}/`
    const put = (url: string, payload: object) =>
      ask(token, 'PUT', url, payload).then(({ statusCode }) => statusCode)
    expect(await put(path, { orgRole: 'owner' })).toBe(403)
    expect(await put('/organizations/desk/members/1/', { isActive: false })).toBe(403)
    expect((await ask(token, 'DELETE', '/organizations/desk/members/1/')).statusCode).toBe(403)
    expect((await ask(token, 'DELETE', '/organizations/desk/members/1/sessions/')).statusCode).toBe(403)
    const roles = await store.db.selectFrom('account').select('role').orderBy('id').execute()
    expect(roles.map(({ role }) => role)).toEqual(['owner', 'admin'])
  })

  it('end with their account: while it is disabled, and for good when it is removed', async () => {
    const { store, addAccount, addToken, ask } = await open(engine)
    await addAccount('owner')
    const accountId = await addAccount('member')
    const token = await addToken(READ_SCOPES, { accountId })
    const status = async () => (await ask(token, 'GET', '/projects/')).statusCode
    const accounts = createAccountManager(store, () => NOW, COMMAND)
    expect(await status()).toBe(200)
    await accounts.disable({ id: accountId })
    expect(await status()).toBe(401)
    await accounts.enable({ id: accountId })
    expect(await status()).toBe(200)
    await accounts.remove({ id: accountId })
    expect(await status()).toBe(401)
    expect(await store.db.selectFrom('token').select('id').execute()).toEqual([])
  })

  it('are told to whoever asks, with the user of a personal token', async () => {
    const { addAccount, addToken, ask } = await open(engine)
    const accountId = await addAccount('owner')
    expect((await ask(await addToken(['org:read']), 'GET', '/')).json()).toEqual({
      version: '0',
      auth: { scopes: ['org:read'] },
      user: null,
    })
    expect((await ask(await addToken(['org:read'], { accountId }), 'GET', '/')).json().user).toEqual({
      id: String(accountId),
      email: 'owner@example.com',
      username: 'owner@example.com',
    })
  })

  it('of tokens stored before there were these are those that they stood for', async () => {
    const { store, addToken, ask } = await open(engine)
    const token = await addToken(['org:read'])
    const scopesOf = async (scope: string) => {
      await store.write((trx) => trx.updateTable('token').set({ scope }).execute())
      return (await ask(token, 'GET', '/')).json().auth?.scopes
    }
    expect(await scopesOf('read')).toEqual(['org:read', 'project:read', 'event:read'])
    expect(await scopesOf('releases')).toEqual(['project:releases'])
    expect(await scopesOf('write')).toContain('member:admin')
    expect(await scopesOf('nothing')).toBeUndefined()
  })
})

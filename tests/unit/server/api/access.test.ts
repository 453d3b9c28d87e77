import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSession, createViewerFinder } from '#server/accounts/sessions.ts'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseScopes, READ_SCOPES, WRITE_SCOPES } from '#server/models/accounts/scopes.ts'
import { insertAccount, type NewAccount } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 22)

let store: Store
let app: FastifyInstance
let tokens: { read: string; write: string }

beforeEach(async () => {
  store = await openTestStore('sqlite')
  app = Fastify()
  const options = { store, publicUrl: 'https://desk.example', clock: () => NOW }
  await app.register((scope) => registerApi(scope, options))
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
  const account = (email: string, role: NewAccount['role']) =>
    store.write((trx) => insertAccount(trx, { email, role, passwordHash: 'hash', createdAt: NOW }))
  await account('ada@example.com', 'owner')
  await account('bob@example.com', 'member')
  tokens = { read: await addToken('read'), write: await addToken('write') }
})

async function addToken(granted: 'read' | 'write') {
  const given = {
    name: `a ${granted} token`,
    scopes: parseScopes(granted) ?? [],
    now: NOW,
    random: randomBytes,
    by: COMMAND,
  }
  return (await store.write((trx) => createToken(trx, given))).token
}

type Method = 'GET' | 'PUT' | 'DELETE'

async function call(method: Method, path: string, token = tokens.write, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.inject({ method, url: `/api/0${path}`, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() }
}

function signIn(accountId: number) {
  return store.write((trx) =>
    createSession(trx, { accountId, now: NOW, random: randomBytes, ip: '10.0.0.1', userAgent: 'Firefox' }),
  )
}

const isSignedIn = async (cookie: string) =>
  (await createViewerFinder(store, () => NOW)(cookie)) !== undefined

describe('/api-tokens/', () => {
  it('lists tokens without their secrets; one that may not read members sees itself', async () => {
    const all = await call('GET', '/api-tokens/')
    expect(all.body).toMatchObject([
      {
        id: '1',
        name: 'a read token',
        scopes: READ_SCOPES,
        expiresAt: null,
        dateCreated: '2026-11-22T00:00:00.000Z',
      },
      { id: '2', name: 'a write token', scopes: WRITE_SCOPES },
    ])
    const stored = await store.db.selectFrom('token').select('token_hash').execute()
    for (const secret of [tokens.read, tokens.write, ...stored.map(({ token_hash }) => token_hash)]) {
      expect(JSON.stringify(all.body)).not.toContain(secret)
    }
    expect((await call('GET', '/api-tokens/', tokens.read)).body).toMatchObject([{ id: '1' }])
  })

  it('revokes by a token that may write, at once, by path or by body', async () => {
    const third = await addToken('read')
    expect(await call('DELETE', '/api-tokens/1/')).toEqual({ status: 204, body: undefined })
    expect((await call('GET', '/projects/', tokens.read)).status).toBe(401)
    expect((await call('DELETE', '/api-tokens/', tokens.write, { tokenId: 3 })).status).toBe(204)
    expect((await call('GET', '/projects/', third)).status).toBe(401)
    expect((await call('DELETE', '/api-tokens/99/')).status).toBe(404)
    expect((await call('DELETE', '/api-tokens/x/')).status).toBe(404)
    expect((await call('DELETE', '/api-tokens/')).status).toBe(400)
  })

  it('lets a token that may only read revoke itself and no other', async () => {
    expect(await call('DELETE', '/api-tokens/2/', tokens.read)).toEqual({
      status: 403,
      body: { detail: 'Cannot revoke the token: a token without "member:admin" can revoke only itself' },
    })
    expect((await call('DELETE', '/api-tokens/self/', tokens.read)).status).toBe(204)
    expect((await call('GET', '/projects/', tokens.read)).status).toBe(401)
  })

  it('refuses one that has expired', async () => {
    const given = {
      name: 'old',
      scopes: WRITE_SCOPES,
      now: 0,
      random: randomBytes,
      by: COMMAND,
      expiresAt: NOW,
    } as const
    const { token } = await store.write((trx) => createToken(trx, given))
    expect((await call('GET', '/projects/', token)).status).toBe(401)
  })
})

const MEMBERS = '/organizations/desk/members'

describe(`${MEMBERS}/`, () => {
  it('lists accounts without their passwords', async () => {
    const { body } = await call('GET', `${MEMBERS}/`)
    expect(body).toMatchObject([
      { id: '1', email: 'ada@example.com', orgRole: 'owner', user: { isActive: true } },
      { id: '2', email: 'bob@example.com', orgRole: 'member', dateDisabled: null },
    ])
    expect(JSON.stringify(body)).not.toContain('hash')
    expect((await call('GET', `${MEMBERS}/2/`)).body).toEqual(body[1])
  })

  it('disables, enables, promotes and removes', async () => {
    const cookie = await signIn(2)
    const put = (body: object) => call('PUT', `${MEMBERS}/2/`, tokens.write, body)
    expect((await put({ isActive: false })).body).toMatchObject({
      user: { isActive: false },
      sessionCount: 0,
    })
    expect(await isSignedIn(cookie)).toBe(false)
    expect((await put({ isActive: true })).body).toMatchObject({ user: { isActive: true } })
    for (const orgRole of ['viewer', 'admin', 'owner'])
      expect((await put({ orgRole })).body).toMatchObject({ orgRole })
    for (const body of [{}, { isActive: 1 }, { orgRole: 'root' }, { isActive: true, orgRole: 'owner' }, []]) {
      expect((await put(body)).status).toBe(400)
    }
    expect((await call('DELETE', `${MEMBERS}/2/`)).status).toBe(204)
    expect((await call('GET', `${MEMBERS}/2/`)).status).toBe(404)
  })

  it('refuses to remove or disable the last owner, with 409 and a sentence', async () => {
    expect(await call('DELETE', `${MEMBERS}/1/`)).toEqual({
      status: 409,
      body: { detail: expect.stringMatching(/^Cannot remove the user: ada@example.com is the only owner/) },
    })
    expect((await call('PUT', `${MEMBERS}/1/`, tokens.write, { isActive: false })).status).toBe(409)
  })

  it('lists and ends sessions', async () => {
    const cookies = [await signIn(2), await signIn(2), await signIn(2)]
    const { body } = await call('GET', `${MEMBERS}/2/sessions/`)
    expect(body).toHaveLength(3)
    expect(body[0]).toMatchObject({ ipAddress: '10.0.0.1', userAgent: 'Firefox' })
    expect((await call('DELETE', `${MEMBERS}/1/sessions/${body[0].id}/`)).status).toBe(404)
    expect((await call('DELETE', `${MEMBERS}/2/sessions/${body[0].id}/`)).status).toBe(204)
    expect((await Promise.all(cookies.map(isSignedIn))).filter(Boolean)).toHaveLength(2)
    expect((await call('DELETE', `${MEMBERS}/2/sessions/`)).status).toBe(204)
    expect((await Promise.all(cookies.map(isSignedIn))).filter(Boolean)).toHaveLength(0)
  })

  it.each<[Method, string]>([
    ['GET', ''],
    ['GET', '/2'],
    ['PUT', '/2'],
    ['DELETE', '/2'],
    ['GET', '/2/sessions'],
    ['DELETE', '/2/sessions'],
    ['DELETE', '/2/sessions/0123456789abcdef'],
  ])('%s %s is for tokens with a scope of members', async (method, path) => {
    const { status, body } = await call(
      method,
      `${MEMBERS}${path}/`,
      tokens.read,
      method === 'PUT' ? {} : undefined,
    )
    expect([status, body.detail]).toEqual([
      403,
      expect.stringMatching(/the token needs the scope "member:(read|admin)"/),
    ])
  })

  it.each([
    '/organizations/other/members/',
    `${MEMBERS}/9/`,
    `${MEMBERS}/__proto__/`,
    `${MEMBERS}/9/sessions/`,
  ])('%s is not there', async (path) => {
    expect((await call('GET', path)).status).toBe(404)
  })
})

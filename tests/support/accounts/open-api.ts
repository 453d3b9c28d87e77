import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { TOKEN_SCOPES, type TokenScope } from '#server/models/accounts/scopes.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'
import { checkAnswers } from './check-answers.ts'

/** The API of an empty store of its own until the end of the test. */
export async function openApi(engine: Engine, now: number, publicUrl?: string) {
  const store = await openTestStore(engine, { clock: () => now })
  const api = await serveApi(store, now, publicUrl)
  onTestFinished(async () => {
    await api.close()
    await store.close()
  })
  return api
}

interface Owner {
  accountId?: number
  projectIds?: readonly number[]
  scopes?: readonly TokenScope[]
}

/** The API of a store, asked with a token that has all scopes. */
export async function serveApi(store: Store, now: number, publicUrl = 'https://desk.example') {
  const app = Fastify()
  checkAnswers(app)
  await app.register((scope) => registerApi(scope, { store, publicUrl, clock: () => now }))
  async function addToken(owner: Owner = {}) {
    const given = { name: 'ci', scopes: TOKEN_SCOPES, now, random: randomBytes, by: COMMAND, ...owner }
    return (await store.write((trx) => createToken(trx, given))).token
  }
  const token = await addToken()
  async function ask(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object, by = token) {
    const response = await app.inject({
      method,
      url: `/api/0${path}`,
      headers: { authorization: `Bearer ${by}` },
      ...(body && { payload: body }),
    })
    const { statusCode: status, headers } = response
    return { status, headers, body: response.body === '' ? undefined : response.json() }
  }
  return {
    store,
    addToken,
    close: () => app.close(),
    ask,
    get: (path: string, by = token) => ask('GET', path, undefined, by),
  }
}

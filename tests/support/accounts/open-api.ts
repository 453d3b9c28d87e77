import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { TOKEN_SCOPES } from '#server/models/accounts/scopes.ts'
import { type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

/** The API of a store of its own until the end of the test, asked with a token that has all scopes. */
export async function openApi(engine: Engine, now: number, publicUrl = 'https://desk.example') {
  const store = await openTestStore(engine, { clock: () => now })
  const app = Fastify()
  await app.register((scope) => registerApi(scope, { store, publicUrl, clock: () => now }))
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
  async function addToken(owner: { accountId?: number; projectIds?: readonly number[] } = {}) {
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
    ask,
    get: (path: string, by = token) => ask('GET', path, undefined, by),
  }
}

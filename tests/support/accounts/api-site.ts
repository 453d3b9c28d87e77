import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createToken } from '#server/accounts/tokens.ts'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import { createSafeRequest } from '#server/alerts/sending/safe-request.ts'
import { registerApi } from '#server/api/routes.ts'
import { REFUSAL } from '#server/api/unknown-addresses.ts'
import { createAssembler } from '#server/artifacts/assembler.ts'
import { createChunks } from '#server/artifacts/chunks.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { TOKEN_SCOPES, type TokenScope } from '#server/models/accounts/scopes.ts'
import { DEFAULT_SOURCE_MAP_SPACE } from '#server/protocol/limits.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { createOwnLeases } from '#server/store/memory/leases.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { checkAnswers } from './check-answers.ts'
import { NOW, openSecretProject } from './secret-project.ts'

interface Asked {
  path: string
  body?: object | undefined
}

interface Owner {
  accountId?: number
  projectIds?: readonly number[]
  scopes?: readonly TokenScope[]
}

/** The API of a desk with a project that has something of every kind, an hour later. It must be closed. */
export async function openApiSite(engine: Engine) {
  const secret = await openSecretProject(engine)
  const { store, blobs } = secret
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-api-'))
  const chunks = createChunks({ store, blobs: createFolderBlobs(folder), isShared: false })
  const space = DEFAULT_SOURCE_MAP_SPACE
  const failures: unknown[] = []
  const onFailure = (thrown: unknown) => void failures.push(thrown)
  const assembler = createAssembler({
    ...{ store, place: join(folder, 'none'), chunks, folder, space },
    leases: createOwnLeases(),
    onFailure,
  })
  const app = Fastify()
  checkAnswers(app)
  const routes = new Set<string>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config === REFUSAL || method === 'HEAD' || method === 'OPTIONS') return
    routes.add(`${String(method)} ${url.replace('/api/0', '').replace(/\/$/, '') || '/'}`)
  })
  const publicUrl = 'https://desk.example'
  await app.register((scope) =>
    registerApi(scope, {
      ...{ store, publicUrl, blobs, clock: () => NOW + HOUR_MS },
      uploads: { chunks, space, assembler },
      send: async () => ({ status: 200, detail: '' }),
      delivering: {
        adapters: ADAPTERS,
        tools: { request: createSafeRequest({ allowPrivate: false }), mail: undefined, now: () => NOW },
        stopwatch: () => 0,
        onFailure,
      },
    }),
  )
  return {
    ...secret,
    routes,
    failures,
    async addToken({ scopes = TOKEN_SCOPES, ...owner }: Owner) {
      const given = { name: 'ci', scopes, now: NOW, random: randomBytes, by: COMMAND, ...owner }
      return (await store.write((trx) => createToken(trx, given))).token
    },
    /** `route` begins with the method. */
    async ask(token: string, route: string, { path, body }: Asked) {
      const { statusCode, body: text } = await app.inject({
        method: route.split(' ')[0] as 'GET', // one of those that the routes have
        url: `/api/0${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      })
      return { statusCode, text }
    },
    async close() {
      await app.close()
      await assembler.close()
      await secret.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type ApiSite = Awaited<ReturnType<typeof openApiSite>>

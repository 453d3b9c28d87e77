import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { systemRandom } from '#server/accounts/secrets.ts'
import { createViewerFinder, SESSION_COOKIE } from '#server/accounts/sessions.ts'
import { createSecurityPolicy } from '#server/hosting/policy/csp.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createRequestScopes, createRequestTracing, telemetryPlugin } from '#telemetry/fastify.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import { createReservoirSampler } from '#telemetry/trace/reservoir-sampler.ts'

/**
 * A page by `renderToString` behind a bare Fastify: the limit of server rendering. Arguments: the built view, a file of
 * what it shows, and the database for sessions. `/bare` is the page alone; the others add what a desk's page has.
 */
const [view = '', payloadFile = '', database = ''] = process.argv.slice(2)
const { createRender } = (await import(
  pathToFileURL(view).href
)) as typeof import('#tests/fixtures/rows-site/view.tsx') // built of it
const { payload, answeredAt } = JSON.parse(await readFile(payloadFile, 'utf8')) // ssr.ts has written it
const render = createRender(payload, answeredAt)
const page = () => `<!DOCTYPE html><html><body><div id="root">${render()}</div></body></html>`

const app = Fastify()
add('/bare', async () => {})
add('/security-headers', async (scope) => {
  await scope.register(fastifyHelmet, { contentSecurityPolicy: false, global: true })
  const securityPolicy = createSecurityPolicy('production')
  scope.addHook('onRequest', (_request, reply, done) => {
    const nonce = Buffer.from(systemRandom(16)).toString('base64')
    void reply.header('content-security-policy', securityPolicy(nonce))
    done()
  })
})
add('/sign-in', async (scope) => {
  const findViewer = createViewerFinder(await openSqliteStore({ file: database }), Date.now)
  await scope.register(fastifyCookie)
  scope.addHook('onRequest', async ({ cookies }) => {
    if ((await findViewer(cookies[SESSION_COOKIE])) === undefined) throw new Error('nobody is signed in')
  })
})
add('/telemetry', async (scope) => {
  const scopes = createRequestScopes()
  const telemetry = createTelemetry({ adapters: [createMemoryAdapter()], platform: 'node', scopes })
  const sampler = createReservoirSampler({ tracesPerSecond: 20, clock: Date.now })
  await scope.register(telemetryPlugin, {
    telemetry,
    scopes,
    tracing: createRequestTracing(telemetry, { sampler }),
  })
})

function add(path: string, prepare: (scope: FastifyInstance) => Promise<void>): void {
  app.register(async (scope) => {
    await prepare(scope)
    scope.get(path, (_request, reply) => reply.type('text/html').send(page()))
  })
}

const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ url, publicKey: '' }))
process.once('SIGTERM', () => process.exit())

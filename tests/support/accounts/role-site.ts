import { randomBytes } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { findMissing } from '#renderer/page/find-missing.ts'
import { loadPage } from '#renderer/page/load-page.ts'
import { createBrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import { createRequestAccounts } from '#server/accounts/own/request-accounts.ts'
import type { Viewer } from '#server/accounts/sessions.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { servePages } from '#server/hosting/pages.ts'
import type { RenderedPage } from '#server/hosting/vike.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { registerLive } from '#server/live/routes.ts'
import { createOwnSource, type LiveSource } from '#server/live/source.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createRequestScopes, createRequestTracing, telemetryPlugin } from '#telemetry/fastify.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import { importPages, routePages } from '#tests/support/postgres/page-payloads.ts'
import { NOW, type SecretProject } from './secret-project.ts'

export const VISITORS = ['stranger', 'viewer', 'member', 'limited admin', 'admin', 'owner'] as const
export type Visitor = (typeof VISITORS)[number]

const ORIGIN = 'http://desk.test'
const clock = () => NOW

export interface RoleSite {
  app: FastifyInstance
  source: LiveSource
  /** The routes of the router itself: `GET /live`. */
  routes: string[]
  failures: unknown[]
  get(as: Visitor, url: string): Promise<Answered>
  post(as: Visitor, url: string, fields: Fields, accept?: string): Promise<Answered>
}

export type Fields = readonly (readonly [name: string, value: string])[]

export interface Answered {
  status: number
  to: string | undefined
  text: string
}

/** All pages, files and live updates, over one store, for whoever the cookie names by their role. */
export async function openRoleSite({ store, blobs, shopId }: SecretProject): Promise<RoleSite> {
  const pages = await importPages()
  const match = routePages(pages)
  const failures: unknown[] = []
  const accounts = await store.db.selectFrom('account').select(['id', 'email', 'name', 'role']).execute()
  const viewers = new Map<string | undefined, Viewer>(
    accounts.map((each) => {
      const seesAll = each.role === 'owner' || each.role === 'admin'
      return [each.role, { ...each, sees: seesAll ? 'all' : [1, shopId] }]
    }),
  )
  // No such account is made; it tries what only admins may send.
  viewers.set('limited admin', { id: 2, email: 'admin@example.com', role: 'admin', sees: [1, shopId] })
  const findViewer = async (cookie: string | undefined) => viewers.get(cookie)
  const source = createOwnSource({ writer: { onCommit: () => () => {} }, bootId: 'boot' })
  const openDesk = (viewer: Viewer) =>
    createDesk({ store, sees: viewer.sees, viewer, blobs, publicUrl: ORIGIN, clock })
  const scopes = createRequestScopes()
  const telemetry = createTelemetry({ adapters: [createMemoryAdapter()], platform: 'node', scopes, clock })
  const tracing = createRequestTracing(telemetry, { sampleRate: 0 })
  const app = Fastify()
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat())
      if (each !== 'HEAD' && each !== 'OPTIONS') routes.push(`${each} ${url}`)
  })
  const listProjects = () => listProjectRows(store.db)
  const live = { source, findViewer, openDesk, listProjects, clock, version: store.version }
  await app.register((scope) =>
    registerLive(scope, { ...live, onFailure: (thrown) => failures.push(thrown) }),
  )
  await app.register(async (scope) => {
    await scope.register(telemetryPlugin, { telemetry, scopes, tracing })
    await scope.register(fastifyCookie)
    await servePages(scope, {
      pages: {
        match: (path) => match(decodeURIComponent(path)), // Vike would route the others
        load: (found, visit) => loadPage({ ...found, pages, visit }),
        render: (_url, visit) => showAnswer(visit),
      },
      ...{
        assets: undefined,
        securityPolicy: () => '',
        publicOrigin: ORIGIN,
        publicUrl: ORIGIN,
        clock,
        tracing,
      },
      cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: false },
      random: randomBytes,
      report: (thrown) => `DIGEST-${failures.push(thrown)}`,
      admit: ({ cookies }) => ({
        session: cookies.crumbtrail_session,
        findViewer: () => findViewer(cookies.crumbtrail_session),
        mayRepeat: async () => true,
        openDesk,
        browserTelemetry: undefined,
        openAccounts: (viewer) =>
          createRequestAccounts(
            {
              ...{
                store,
                clock,
                random: randomBytes,
                throttle: createThrottle(randomBytes),
                publicUrl: ORIGIN,
              },
              memory: createBrowserMemory({
                ...{ rows: createOwnRows(clock), random: randomBytes, cookies: {} },
                setCookie() {},
              }),
              request: { ip: '10.0.0.1', userAgent: undefined, cookie: undefined, device: undefined },
              setCookie() {},
              setDeviceCookie() {},
            },
            viewer,
          ),
      }),
    })
  })
  const cookieOf = (as: Visitor): Record<string, string> =>
    as === 'stranger' ? {} : { cookie: `crumbtrail_session=${encodeURIComponent(as)}` }
  async function ask(as: Visitor, options: object): Promise<Answered> {
    const { statusCode, headers, body } = await app.inject({ headers: cookieOf(as), ...options })
    return { status: statusCode, to: headers.location, text: body }
  }
  return {
    app,
    source,
    routes,
    failures,
    get: (as, url) => ask(as, { url }),
    post: (as, url, fields, accept = 'text/html') =>
      ask(as, {
        ...{ method: 'POST', url, body: new URLSearchParams(fields.map(([...pair]) => pair)).toString() },
        headers: {
          ...{ ...cookieOf(as), origin: ORIGIN, accept },
          'content-type': 'application/x-www-form-urlencoded',
        },
      }),
  }
}

/** Stands for Vike: the page's data, or what its error page says of the address. */
async function showAnswer(visit: Visit): Promise<RenderedPage> {
  const { loaded } = visit
  const base: Omit<RenderedPage, 'statusCode' | 'body'> = {
    headers: [],
    is404: false,
    abortStatusCode: undefined,
    errorOfErrorPage: undefined,
  }
  if (loaded?.kind === 'loaded') return { ...base, statusCode: 200, body: JSON.stringify(loaded.data) }
  const { statusCode = 404, says } = loaded?.kind === 'aborted' ? loaded : {}
  const missing = says ?? (visit.viewer && (await findMissing(visit.url, visit.desk)))
  const status = loaded?.kind === 'failed' ? 500 : statusCode
  return { ...base, statusCode: status, body: JSON.stringify(missing ?? null) }
}

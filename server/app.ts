import { join } from 'node:path'
import { debuglog } from 'node:util'
import fastifyCookie from '@fastify/cookie'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { telemetryPlugin } from '#telemetry/fastify.ts'
import { poolRandom } from '#telemetry/random.ts'
import { createBrowserMemory, isStillKept } from './accounts/browser/browser-memory.ts'
import { createOwnRows } from './accounts/browser/own-rows.ts'
import { DEVICE_COOKIE } from './accounts/known-devices.ts'
import { hasLinkToken, reportableAddress } from './accounts/links/link-address.ts'
import { createIdentityProvider } from './accounts/oidc/provider.ts'
import { createRequestAccounts } from './accounts/own/request-accounts.ts'
import { systemRandom } from './accounts/secrets.ts'
import {
  createViewerFinder,
  type FindViewer,
  SESSION_COOKIE,
  sessionCookieOptions,
  type Viewer,
} from './accounts/sessions.ts'
import { createThrottle } from './accounts/throttle/throttle.ts'
import { createLinkMailer } from './alerts/link-mails/link-mailer.ts'
import { newMessageKey } from './alerts/message-key.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import type { Delivering } from './alerts/sending/deliver.ts'
import type { Uploads } from './api/answer.ts'
import { registerApi } from './api/routes.ts'
import { createAssembler } from './artifacts/assembler.ts'
import { createChunks } from './artifacts/chunks.ts'
import { startHostedMaps } from './artifacts/hosted/start-hosted-maps.ts'
import { prepareUploadFolder, uploadFolder } from './artifacts/scratch-folder.ts'
import type { Config } from './config/config.ts'
import { databaseFile } from './config/data-dir.ts'
import { toTrustProxy } from './config/trust-proxy.ts'
import { createDesk } from './desk/create-desk.ts'
import type { Desk } from './desk/desk.ts'
import { rememberEnvironments } from './desk/projects/environments.ts'
import type { SendEnvelope } from './desk/projects/first-run.ts'
import { plainErrorScreen } from './hosting/failure.ts'
import { servePages } from './hosting/pages.ts'
import type { CookieJar } from './hosting/policy/cookie-jar.ts'
import { createSecurityPolicy } from './hosting/policy/csp.ts'
import { showOwnWrites } from './hosting/policy/own-writes.ts'
import { pathOfTarget } from './hosting/policy/request-target.ts'
import { createShellPages } from './hosting/shells/shell-pages.ts'
import { type AppPages, loadBuiltPages, serveSources } from './hosting/vike.ts'
import type { RequestAdmission } from './hosting/visit.ts'
import { registerIngest } from './ingest/routes.ts'
import { registerLive } from './live/routes.ts'
import type { LiveSource } from './live/source.ts'
import { createAlertMetrics } from './metrics/alert-metrics.ts'
import { registerHealth } from './metrics/health.ts'
import { registerMetrics } from './metrics/routes.ts'
import type { WriterMetrics } from './metrics/writer-metrics.ts'
import { toActor } from './models/accounts/actor.ts'
import type { Engine } from './process/engine/engine.ts'
import { createInstance } from './process/instance/instance.ts'
import { registerOwnMaps } from './process/own-maps.ts'
import type { SelfTelemetry } from './process/self-telemetry.ts'
import { registerStatus } from './status/status-routes.ts'
import { rememberPerStore } from './store/engine/cached-reads-per-store.ts'
import type { Store } from './store/engine/store.ts'
import { listProjectRows } from './store/projects/projects.ts'
import { registerTrackerHooks } from './trackers/hook-routes.ts'
import { startTrackers } from './trackers/start-trackers.ts'
import { openUptime } from './uptime/open-uptime.ts'
import type { Probe } from './uptime/probe/probe.ts'
import type { Writer } from './writer/writer.ts'

/** Printed where `NODE_DEBUG` names crumbtrail. */
const debug = debuglog('crumbtrail')

export interface AppOptions {
  root: string
  config: Config
  engine: Pick<
    Engine,
    'store' | 'place' | 'blobs' | 'chunks' | 'leases' | 'memory' | 'readFreeBytes' | 'news'
  >
  writer: Writer
  telemetry: SelfTelemetry
  writerMetrics: WriterMetrics
  mode: 'production' | 'development'
  clock: () => number
  source: LiveSource
}

/** The whole server, wired by hand: what reaches what can be read here. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, engine, writer, telemetry, mode, clock, root, source } = options
  const { store, blobs, leases, memory, readFreeBytes } = engine
  const app = Fastify({
    trustProxy: toTrustProxy(config.trustProxy),
    forceCloseConnections: 'idle',
    pluginTimeout: 0, // a busy machine renders the pages' shells for longer than the ten seconds that are usual
    requestTimeout: MINUTE_MS, // a body that drips in forever holds a connection, not the server
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => pathOfTarget(url),
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, telemetry))

  const { dataDir, publicUrl } = config
  const { writerMetrics } = options
  const alertMetrics = createAlertMetrics()
  registerMetrics(app, { store, writer, writerMetrics, alertMetrics, dataDir, publicUrl, clock })
  registerHealth(app, { writer, publicUrl })
  registerStatus(app, { store, publicUrl, clock })
  const { limitCounts } = memory ?? {}
  const ingest = { store, writer, clock, readFreeBytes, limitCounts, ...endpointsOf(config) }
  await app.register((scope) => registerIngest(scope, ingest))
  const { tell: onIssueChange } = source
  const uploads = createUploads(options)
  const onFailure = (thrown: unknown) => void telemetry.report(thrown, 'process')
  const alerts = openAlerts({
    ...{ store, clock, publicUrl, onFailure, settings: config.alerts, onTry: alertMetrics.noteTry },
    readFreeBytes,
  })
  const { tools } = alerts.delivering
  const stopTrackers = startTrackers({ store, clock, tools, onFailure, random: Math.random })
  const uptime = openUptime({
    ...{ store, clock, onFailure, publicUrl, allowPrivate: config.alerts.allowsPrivate },
    newKey: () => newMessageKey(systemRandom),
  })
  const stopHosted = startHostedMaps({ store, clock, onFailure, leases, assembler: uploads.assembler })
  const closing = [uploads.assembler.close, stopHosted, stopTrackers, alerts.close, uptime.close]
  app.addHook('onClose', async () => {
    await Promise.all(closing.map((close) => close()))
  })
  if (mode === 'production') {
    const stop = registerOwnMaps({ ...options, store, release: config.release, assembler: uploads.assembler })
    app.addHook('onClose', stop)
  }
  const cookieOptions = sessionCookieOptions(config)
  const { news } = engine
  /** Registers routes by which people write, and see it in the next answer. */
  const register = (routes: (scope: FastifyInstance) => Promise<void>) =>
    app.register(async (scope) => {
      if (news) showOwnWrites(scope, news, cookieOptions)
      await routes(scope)
    })
  await register((scope) =>
    registerApi(scope, {
      ...{ store, publicUrl, blobs, clock, onIssueChange, uploads },
      delivering: alerts.delivering,
      send: sendThrough(app),
    }),
  )
  await app.register((scope) => registerTrackerHooks(scope, { store, clock, onIssueChange }))
  const reads = createReads(options)
  const openDesk = (viewer: Viewer) => createDesk({ store, sees: viewer.sees, viewer, publicUrl, clock })
  const { version } = store
  /** An account that has to set up a second factor first hears of nothing. */
  const findViewer: FindViewer = async (cookie) => {
    const viewer = await reads.findViewer(cookie)
    return viewer?.needsFactor ? undefined : viewer
  }
  const listProjects = () => reads.listProjects(store)
  const live = { source, version, findViewer, listProjects, openDesk, clock, onFailure }
  await register((scope) => registerLive(scope, live))

  await register(async (scope) => {
    // files, which have routes of their own, are not worth a trace
    const isTraced = (request: FastifyRequest) => request.routeOptions.url === '/*'
    await scope.register(telemetryPlugin, { ...telemetry, isTraced, describeUrl: reportableAddress })
    await scope.register(fastifyCookie)
    const pages = mode === 'production' ? await loadPages(root, config) : await serveSources(scope, root)
    const { origin } = new URL(config.publicUrl)
    await servePages(scope, {
      pages,
      assets: mode === 'production' ? join(root, 'dist', 'client') : undefined,
      securityPolicy: createSecurityPolicy(mode, config.browserTargets),
      publicOrigin: origin,
      publicUrl: config.publicUrl,
      cookieOptions,
      writes: news,
      clock,
      random: poolRandom(systemRandom),
      formMemory: memory?.formMemory,
      tracing: telemetry.tracing,
      report: telemetry.report,
      admit: createAdmission(options, {
        ...reads,
        send: sendThrough(app),
        onIssueChange,
        delivering: alerts.delivering,
        probe: uptime.probe,
      }),
    })
  })
  return app
}

function createUploads({ config, engine, telemetry, clock }: AppOptions): Uploads {
  const { store, place, leases } = engine
  const folder = uploadFolder(databaseFile(config.dataDir))
  prepareUploadFolder(folder, clock())
  const chunks = createChunks({ store, ...engine.chunks })
  const onFailure = (thrown: unknown) => void telemetry.report(thrown, 'process')
  const space = config.sourceMapSpace
  const assembler = createAssembler({ store, place, chunks, folder, space, leases, onFailure })
  return { chunks, space, assembler }
}

function newToken(): string {
  return Buffer.from(systemRandom(16)).toString('hex')
}

/** The built pages, from shells where they have one. */
async function loadPages(root: string, { pageShells }: Config): Promise<AppPages> {
  const built = await loadBuiltPages(root)
  if (!pageShells) return built
  const { render, report } = await createShellPages({ ...built, newToken })
  debug('%d pages are served from shells: %s', report.pages.length, report.pages.join(', '))
  for (const { pageId, reason } of report.missing) {
    console.warn(`Cannot serve ${pageId} from a shell, so it is rendered more slowly: ${reason}`)
  }
  return { ...built, render }
}

function endpointsOf({ publicUrl, tunnelPath, tunnelAllowedDsns, telemetryDsn }: Config) {
  const allowedDsns = [...tunnelAllowedDsns, ...(telemetryDsn === undefined ? [] : [telemetryDsn])]
  return { publicUrl, tunnel: { path: tunnelPath, allowedDsns } }
}

/** What every page asks for. */
function createReads({ engine: { store }, clock }: AppOptions) {
  const rowsOf = rememberPerStore(({ db }, _all: 'projects') => listProjectRows(db))
  return {
    findViewer: createViewerFinder(store, clock),
    listProjects: (seen: Store) => rowsOf(seen, clock, 'projects'),
  }
}

/** Who is asking is read from the session cookie; what they may do is bound to their request. */
function createAdmission(
  { config, engine: { store, blobs, memory }, telemetry, clock }: AppOptions,
  {
    findViewer,
    listProjects,
    ...rest
  }: ReturnType<typeof createReads> & {
    send: SendEnvelope
    onIssueChange: LiveSource['tell']
    delivering: Delivering
    probe: Probe
  },
) {
  const throttle = memory?.throttle ?? createThrottle(systemRandom)
  const browserRows = memory?.browserRows ?? createOwnRows(clock)
  const provider = config.oidc && createIdentityProvider({ settings: config.oidc, onProblem: warnOfProvider })
  const listEnvironments = rememberEnvironments(clock)
  const onFailure = (thrown: unknown) => void telemetry.report(thrown, 'process')
  const instance = createInstance({ config, store, clock, onFailure })
  const mailer = createLinkMailer(rest.delivering.tools.mail, { publicUrl: config.publicUrl, onFailure })
  // a session keeps its row, and hardly ever changes its address
  const desks = new WeakMap<Viewer, { ip: string; desk: Desk }>()
  function openDesk(viewer: Viewer, ip: string): Desk {
    const known = desks.get(viewer)
    if (known?.ip === ip) return known.desk
    const { publicUrl, retentionDays, sourceMapSpace } = config
    const desk = createDesk({
      store,
      sees: viewer.sees,
      viewer,
      by: toActor(viewer, ip),
      publicUrl,
      retentionDays,
      sourceMapSpace,
      instance,
      blobs,
      listProjects,
      listEnvironments,
      ...rest,
    })
    desks.set(viewer, { ip, desk })
    return desk
  }
  return (request: FastifyRequest, jar: CookieJar): RequestAdmission => {
    const cookie = request.cookies[SESSION_COOKIE]
    const browserMemory = createBrowserMemory({
      rows: browserRows,
      random: systemRandom,
      cookies: request.cookies,
      setCookie: (name, value, maxAgeSeconds) => jar.set({ name, value, maxAgeSeconds }),
    })
    return {
      session: cookie,
      findViewer: () => findViewer(cookie),
      async mayRepeat(cookies) {
        const value = cookies.findLast(({ name }) => name === SESSION_COOKIE)?.value
        if (value !== undefined && (await findViewer(value)) === undefined) return false
        return isStillKept(browserRows, cookies)
      },
      openDesk: (viewer) => openDesk(viewer, request.ip),
      // a page reports its own address
      browserTelemetry: hasLinkToken(request.url) ? undefined : telemetry.browser,
      openAccounts: (viewer) =>
        createRequestAccounts(
          {
            store,
            throttle,
            clock,
            random: systemRandom,
            memory: browserMemory,
            publicUrl: config.publicUrl,
            provider,
            mailer,
            request: {
              ip: request.ip,
              userAgent: request.headers['user-agent'],
              cookie,
              device: request.cookies[DEVICE_COOKIE],
            },
            setCookie: (value, maxAgeSeconds) => jar.set({ name: SESSION_COOKIE, value, maxAgeSeconds }),
            setDeviceCookie: (value, maxAgeSeconds) => jar.set({ name: DEVICE_COOKIE, value, maxAgeSeconds }),
          },
          viewer,
        ),
    }
  }
}

/** The visitor reads less: only whoever runs the desk can mend its settings. */
function warnOfProvider(thrown: unknown): void {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? `: ${thrown.cause.message}` : ''
  console.warn(
    `Cannot sign in with the OpenID provider: ${thrown instanceof Error ? thrown.message : thrown}${cause}`,
  )
}

/** Through the endpoint itself, without the network: what an SDK sends is judged, counted and stored the same. */
function sendThrough(app: FastifyInstance): SendEnvelope {
  return async ({ projectId, publicKey }, body) => {
    const { statusCode, body: answer } = await app.inject({
      method: 'POST',
      url: `/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`,
      headers: { 'content-type': 'application/x-sentry-envelope' },
      payload: Buffer.from(body),
    })
    return { status: statusCode, detail: answer.slice(0, 500) }
  }
}

/** Client errors say what is wrong; server errors are reported, and answer with their digest only. */
function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  telemetry: SelfTelemetry,
) {
  const status = error.statusCode ?? 500
  const wantsText = request.headers.accept?.includes('text/html') ?? false
  void reply.code(status).type(wantsText ? 'text/plain' : 'application/json')
  if (status < 500) return reply.send(wantsText ? error.message : { detail: error.message })
  const digest = telemetry.report(error, 'request')
  return reply.send(wantsText ? plainErrorScreen(digest) : { detail: 'Internal error', digest })
}

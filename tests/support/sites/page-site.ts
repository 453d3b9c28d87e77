import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { PageContextServer } from 'vike/types'
import type { Action } from '#renderer/page/action.ts'
import { loadPage, type Pages } from '#renderer/page/load-page.ts'
import { loadPageData } from '#renderer/page/load-page-data.ts'
import { NO_PROVIDER } from '#server/accounts/oidc/provider-sign-in.ts'
import type { RequestAccounts } from '#server/accounts/own/request-accounts.ts'
import type { Viewer } from '#server/accounts/sessions.ts'
import type { FailureStage } from '#server/hosting/failure.ts'
import { createPageRouter } from '#server/hosting/page-router.ts'
import { servePages } from '#server/hosting/pages.ts'
import { isPayloadUrl, pageUrlOf, pathOf } from '#server/hosting/payload.ts'
import { createSecurityPolicy } from '#server/hosting/policy/csp.ts'
import type { RenderedPage } from '#server/hosting/vike.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createRequestScopes, createRequestTracing, telemetryPlugin } from '#telemetry/fastify.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import type { TransactionEvent } from '#telemetry/trace/transaction.ts'
import { NO_MAIL_LINKS } from '#tests/support/accounts/no-mail-links.ts'
import { findAsVike } from './vike-routing.ts'

const unknown = async () => ({ state: 'unknown' as const })

export const siteOrigin = 'http://desk.test'

interface SiteOptions {
  /** By path: `/items/@itemId`. All are public, unless they say otherwise. */
  pages: Record<string, Pages[string]['config'] & { route?: unknown }>
  /** Signs this visitor in, by any session cookie. */
  viewer?: Omit<Viewer, 'sees'>
  findViewer?: () => Promise<undefined>
  /** Whether a session is still one that an answer began. */
  isSession?: (value: string) => boolean
  trustProxy?: boolean
}

export interface Site {
  app: FastifyInstance
  failures: { thrown: unknown; stage: FailureStage }[]
  /** How often Vike was asked: for documents, and for what only it can route. */
  renders: string[]
  clock: { now: number }
  /** What the requests were recorded as. */
  transactions(): TransactionEvent[]
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answered>
}

export interface Answered {
  statusCode: number
  headers: Record<string, unknown>
  body: string
  json: () => unknown
}

/**
 * Fastify's side of the pages, with pages that a test makes up. In Vike's place stands what we know of it: it routes,
 * runs `+data`, and makes a document, here the data as JSON in a paragraph.
 */
export async function openSite({
  pages,
  viewer,
  findViewer,
  isSession = () => true,
  trustProxy = false,
}: SiteOptions): Promise<Site> {
  const settings: Pages = Object.fromEntries(
    Object.entries(pages).map(([path, config]) => [`/pages${path}`, { config }]),
  )
  const routes = Object.entries(pages).map(([path, { route }]) => ({
    pageId: `/pages${path}`,
    route: route ?? path,
    isExplicit: route !== undefined,
  }))
  const renders: string[] = []
  const failures: Site['failures'] = []
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const memory = createMemoryAdapter()
  const scopes = createRequestScopes()
  const telemetry = createTelemetry({ adapters: [memory], platform: 'node', scopes, clock: () => clock.now })
  const tracing = createRequestTracing(telemetry, { sampleRate: 1 })
  const app = Fastify({ trustProxy })
  await app.register(telemetryPlugin, { telemetry, scopes, tracing })
  await app.register(fastifyCookie)
  await servePages(app, {
    pages: {
      match: createPageRouter(routes),
      load: (page, visit) => loadPage({ ...page, pages: settings, visit }),
      render: (url, visit) => {
        renders.push(url)
        return renderAsVike(url, visit, settings)
      },
    },
    assets: undefined,
    securityPolicy: createSecurityPolicy('production'),
    publicOrigin: siteOrigin,
    publicUrl: siteOrigin,
    cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: false },
    clock: () => clock.now,
    random: countedBytes(),
    tracing,
    report: (thrown, stage) => `DIGEST-${failures.push({ thrown, stage })}`,
    admit: ({ cookies: { session } }, jar) => ({
      session,
      findViewer:
        findViewer ??
        (async () => (session === undefined ? undefined : viewer && { ...viewer, sees: 'all' })),
      mayRepeat: async (cookies) =>
        cookies.every(({ name, value }) => name !== 'session' || value === undefined || isSession(value)),
      openDesk: () => ({ projects: { list: async () => [] } }) as unknown as Visit['desk'], // the frame asks for no more
      browserTelemetry: undefined,
      openAccounts: () => ({
        ...noAccounts,
        async signIn() {
          jar.set({ name: 'session', value: `s${++sessions}`, maxAgeSeconds: 60 })
          return { ok: true }
        },
      }),
    }),
  })
  let sessions = 0
  return {
    app,
    failures,
    renders,
    clock,
    transactions: () => memory.transactions,
    post: (path, fields, headers = {}) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: { origin: siteOrigin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  }
}

/** A site of one page, `/items`, with this action, which is counted. */
export async function openForm(action: Action, options: Omit<SiteOptions, 'pages'> = {}) {
  const state = { runs: 0 }
  const counted: Action = (context) => {
    state.runs++
    return action(context)
  }
  const loader = () => ({ runs: state.runs })
  const pages = { '/items': { access: 'public' as const, action: counted, loader } }
  const site = await openSite({ ...options, pages })
  return { ...site, state }
}

const refuse = () => Promise.resolve({ ok: false, refusal: 'not here' } as const)
const noAccounts: RequestAccounts = {
  signIn: refuse,
  setUp: refuse,
  signOut: () => Promise.resolve(),
  provider: NO_PROVIDER,
  canHavePasskeys: false,
  findPending: () => Promise.resolve(undefined),
  signInWithCode: refuse,
  askForPasskey: refuse,
  askForSecondPasskey: refuse,
  signInWithPasskey: refuse,
  openFactors() {
    throw new Error('Cannot open the factors: this visit has none')
  },
  links: { read: async () => ({ state: 'unknown' }), acceptInvitation: refuse, resetPassword: refuse },
  addressLinks: { read: unknown, confirm: refuse },
  forgottenPassword: { isOffered: false, ask: refuse },
  mailLinks: NO_MAIL_LINKS,
  acknowledging: { read: unknown, acknowledge: unknown, takeBack: unknown },
  openOwn() {
    throw new Error('Cannot open the account: this visit has none')
  },
}

/** What `renderPage()` does of which Fastify hears: the same order, without the hooks. */
async function renderAsVike(url: string, visit: Visit, pages: Pages): Promise<RenderedPage> {
  const pageUrl = isPayloadUrl(url) ? pageUrlOf(url) : url
  const routes = Object.keys(pages).map((pageId) => ({ pageId, route: pageId.slice(6), isExplicit: false }))
  const found = findAsVike(routes, decodeURIComponent(pathOf(pageUrl)))
  const base = { headers: [], is404: false, abortStatusCode: undefined, errorOfErrorPage: undefined }
  const load = (parts: object) =>
    // what is read of a page context
    loadPageData({
      globalContext: { pages },
      isClientSide: false,
      visit,
      ...parts,
    } as unknown as PageContextServer)
  if (found === undefined) return { ...base, statusCode: 404, body: 'not found', is404: true }
  try {
    return { ...base, statusCode: 200, body: `<p>${JSON.stringify(await load(found))}</p>` }
  } catch (thrown) {
    const { _pageContextAbort: abort } = thrown as AbortError // or a failure, which has none
    if (abort?._urlRewrite !== undefined) return renderAsVike(abort._urlRewrite, visit, pages)
    if (abort !== undefined) {
      const { abortStatusCode } = abort
      return { ...base, statusCode: abortStatusCode ?? 302, body: 'aborted', abortStatusCode }
    }
    const { failure } = await load({ errorWhileRendering: thrown })
    return { ...base, statusCode: 500, body: `failed ${failure?.digest}` }
  }
}

interface AbortError {
  _pageContextAbort?: { abortStatusCode: number | undefined; _urlRewrite?: string }
}

function countedBytes() {
  let count = 0
  return (sizeBytes: number) => new Uint8Array(sizeBytes).fill(++count % 256)
}

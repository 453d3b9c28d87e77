import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import fastifyFormbody from '@fastify/formbody'
import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestTracing } from '../../telemetry/fastify.ts'
import { metaTags } from '../../telemetry/propagation.ts'
import { isSameOrigin } from '../accounts/origin-check.ts'
import { serveAssets } from './assets.ts'
import { contentSecurityPolicy } from './csp.ts'
import { createFailureRecorder, type FailureStage, plainErrorScreen } from './failure.ts'
import { endWithFailure } from './late-failure.ts'
import { answerPayload, isPayloadUrl, pageUrlOf } from './payload.ts'
import type { RenderedPage, RenderPage } from './vike.ts'
import { type Admission, createVisit, type RequestTrace, type Visit } from './visit.ts'

/** Set here, whatever Vike proposes. */
const ownHeaders = new Set(['cache-control', 'content-security-policy'])

/** Bytes of a posted form. */
const formLimitBytes = 64 * 1024

export interface PagesOptions {
  renderPage: RenderPage
  /** Directory of the built files; undefined where Vite serves them. */
  assets: string | undefined
  mode: 'production' | 'development'
  /** Origin of the pages as visitors know it. */
  publicOrigin: string
  /** Origins beside its own that a page's scripts may send to. */
  connectTargets: readonly string[]
  clock: () => number
  tracing: RequestTracing
  /** Reports a failure and returns its digest. */
  report: (thrown: unknown, stage: FailureStage) => string
  admit: (request: FastifyRequest, reply: FastifyReply) => Admission
}

/** Every address that nothing else answers is a page. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { publicOrigin } = options
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false, // csp.ts: each page has its own nonce
    hsts: publicOrigin.startsWith('https:'),
    // with `no-referrer` browsers send `Origin: null`, and forms could not be told from foreign ones
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  await app.register(fastifyFormbody, { bodyLimit: formLimitBytes })
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // flushed, so that streamed pages leave as they are made
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    },
  })
  if (options.assets !== undefined) await serveAssets(app, options.assets) // after compress, whose hook they need
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const secFetchSite = Array.isArray(site) ? site[0] : site
    const allowedOrigins = [publicOrigin, `${request.protocol}://${request.host}`]
    if (isSameOrigin({ method: request.method, origin, secFetchSite, allowedOrigins })) return
    await reply.code(403).type('text/plain').send('Cannot take the form: it was not sent from this site')
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: (request, reply) => answerPage(request, reply, options),
  })
}

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): Promise<FastifyReply> {
  const isPayload = isPayloadUrl(request.url)
  const visit = await receive(request, reply, options)
  const page = await options.renderPage(request.url, visit)
  void reply.header('cache-control', 'private, no-cache')
  if (isPayload) {
    const { status, body } = answerPayload(page, visit.lastFailure()?.digest)
    return reply.code(status).type('application/json').send(body)
  }
  void reply.header(
    'content-security-policy',
    contentSecurityPolicy(visit.cspNonce, options.mode, options.connectTargets),
  )
  if (page.errorOfErrorPage !== undefined) {
    const { digest } = visit.recordFailure(page.errorOfErrorPage, 'render')
    return reply.code(500).type('text/plain').send(plainErrorScreen(digest))
  }
  for (const [name, value] of page.headers) {
    if (!ownHeaders.has(name.toLowerCase())) void reply.header(name, value)
  }
  // what follows a form is got, not posted to
  const isRedirectOfForm = request.method === 'POST' && page.statusCode >= 300 && page.statusCode < 400
  return reply.code(isRedirectOfForm ? 303 : page.statusCode).send(bodyOf(page, visit))
}

async function receive(request: FastifyRequest, reply: FastifyReply, options: PagesOptions): Promise<Visit> {
  const failures = createFailureRecorder(options.report)
  const { findViewer, ...admission } = options.admit(request, reply)
  const found = await findViewer().then(
    (viewer) => ({ viewer, earlyFailure: undefined }),
    (thrown) => ({ viewer: undefined, earlyFailure: failures.record(thrown, 'request') }),
  )
  const pageUrl = isPayloadUrl(request.url) ? pageUrlOf(request.url) : request.url
  return createVisit({
    ...admission,
    ...found,
    ...traceOf(request, options.tracing),
    failures,
    url: new URL(options.publicOrigin + pageUrl),
    now: options.clock(),
    cspNonce: randomBytes(16).toString('base64'),
    form: formOf(request),
  })
}

function traceOf({ method, url }: FastifyRequest, tracing: RequestTracing): RequestTrace {
  const root = tracing.activeSpan() // telemetryPlugin's, for this request
  return {
    measure: (op, name, work) => tracing.startSpan({ op, name }, work),
    setRoute(route) {
      root.name = `${method} ${route}${isPayloadUrl(url) ? ' (payload)' : ''}`
      root.setAttribute('http.route', route)
    },
    traceMeta: () => metaTags(tracing.traceHeaders(root)),
  }
}

function formOf({ method, body }: FastifyRequest): URLSearchParams | undefined {
  if (method !== 'POST') return undefined
  // @fastify/formbody's parser: a field given twice is a list
  const fields = Object.entries((body ?? {}) as Record<string, string | string[]>)
  return new URLSearchParams(fields.flatMap(([name, value]) => [value].flat().map((one) => [name, one])))
}

function bodyOf(page: RenderedPage, visit: Visit) {
  if (typeof page.body === 'string') return page.body
  return page.body.pipe(
    endWithFailure(() => {
      const digest = visit.lastFailure()?.digest
      return digest === undefined ? undefined : visit.renderErrorScreen?.(digest)
    }),
  )
}

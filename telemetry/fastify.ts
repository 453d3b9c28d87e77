import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { createPreciseClock } from './clock.ts'
import { describeRequest } from './errors/request.ts'
import { observeConsole } from './instrument/console.ts'
import { observeFetch } from './instrument/fetch.ts'
import { type RequestWatcher, recordRequests } from './instrument/requests.ts'
import { beginSession, type RequestSessions } from './node/request-sessions.ts'
import { cryptoRandom, poolRandom } from './random.ts'
import type { ContextProvider } from './scope/context.ts'
import { forkScope, type Scope, type ScopeProvider } from './scope/scope.ts'
import type { RecordBreadcrumb, ScopedTelemetry } from './scope/scoped-telemetry.ts'
import { statusOfHttp } from './trace/http-status.ts'
import { parseTraceHeaders } from './trace/incoming.ts'
import type { Span, SpanOptions, SpanStatus } from './trace/span.ts'
import { startSpan } from './trace/start-span.ts'
import { createTracing, type Tracing, type TracingOptions } from './trace/tracing.ts'

export interface TelemetryPluginOptions {
  telemetry: ScopedTelemetry & { readonly sessions?: RequestSessions | undefined }
  /** The same scopes that the telemetry was created with. */
  scopes: ScopeProvider
  tracing?: Tracing | undefined
  /** False for requests that need no span, such as for files. By default all are traced. */
  isTraced?: (request: FastifyRequest) => boolean
  /** Shortens an address whose path contains a secret. Secrets in queries are removed by scrubUrl. */
  describeUrl?: (url: string) => string
}

/** Creates scopes that follow a request through all that it awaits. */
export const createRequestScopes: () => ScopeProvider = createAsyncContext<Scope>

export interface RequestTracing extends Tracing {
  /** Does the same as `startSpan` of start-span.ts, for this tracing. */
  startSpan<Result>(options: SpanOptions, work: (span: Span) => Result): Result
}

/** Creates tracing whose active span follows a request through all that it awaits. */
export function createRequestTracing(
  telemetry: ScopedTelemetry,
  options: Omit<TracingOptions, 'clock' | 'spans'> & Partial<TracingOptions>,
): RequestTracing {
  const clock = createPreciseClock(Date.now, () => performance.now())
  const random = poolRandom(cryptoRandom)
  const spans = createAsyncContext<Span>()
  const tracing = createTracing(telemetry, { clock, random, spans, ...options })
  return { ...tracing, startSpan: (spanOptions, work) => startSpan(tracing, spanOptions, work) }
}

/**
 * The request's own scope and span are stored on the request, because a map with weak keys slows down
 * every garbage collection.
 */
const entryKey = Symbol('crumbtrail-telemetry')

declare module 'fastify' {
  interface FastifyRequest {
    [entryKey]?: { scope: Scope; span: Span | undefined } | undefined
  }
}

/** Gives every request a scope of its own, forked from the global one, and a span. Answers stay unchanged. */
export const telemetryPlugin: FastifyPluginCallback<TelemetryPluginOptions> = (app, options, done) => {
  const { telemetry, scopes, tracing, isTraced, describeUrl = (url) => url } = options
  app.decorateRequest(entryKey, undefined)

  app.addHook('onRequest', (request, reply, next) => {
    const scope = forkScope(telemetry.globalScope)
    scope.describeRequest = () =>
      describeRequest({
        method: request.method,
        url: describeUrl(`${request.protocol}://${request.host}${request.originalUrl}`),
        headers: describeHeaders(request.headers, describeUrl),
      })
    const { sessions } = telemetry
    if (sessions && isTraced?.(request) !== false) {
      const session = beginSession(scope)
      reply.raw.once('close', () => sessions.end(session))
    }
    scopes.run(scope, () => {
      const span =
        tracing && isTraced?.(request) !== false
          ? startRequestSpan(tracing, request, reply, describeUrl)
          : undefined
      request[entryKey] = { scope, span }
      if (span) tracing?.withSpan(span, next)
      else next()
    })
  })

  // A body arrives in events of the socket, which belong to no request, so the scope is entered again.
  app.addHook('preValidation', (request, _reply, next) => {
    const entry = request[entryKey]
    if (!entry || scopes.current() === entry.scope) return next()
    const { scope, span } = entry
    scopes.run(scope, () => (span && tracing ? tracing.withSpan(span, next) : next()))
  })
  done()
}

// `fastify-plugin` does the same: the hooks apply to the whole application and not only to this plugin.
Object.defineProperty(telemetryPlugin, Symbol.for('skip-override'), { value: true })
Object.defineProperty(telemetryPlugin, Symbol.for('fastify.display-name'), { value: 'crumbtrail-telemetry' })

/** The address of the page that a request came from is shortened as well. */
function describeHeaders(
  headers: FastifyRequest['headers'],
  describeUrl: (url: string) => string,
): FastifyRequest['headers'] {
  const { referer } = headers
  return referer === undefined ? headers : { ...headers, referer: describeUrl(referer) }
}

/**
 * Starts the root span of a request. It ends with the last byte of the answer, or when the visitor leaves.
 */
function startRequestSpan(
  tracing: Tracing,
  request: FastifyRequest,
  reply: FastifyReply,
  describeUrl: (url: string) => string,
): Span {
  const route = request.routeOptions.url
  const [path = ''] = describeUrl(request.url).split('?', 1)
  const span = tracing.startRootSpan({
    op: 'http.server',
    name: `${request.method} ${route ?? path}`,
    source: route ? 'route' : 'url',
    from: parseTraceHeaders(request.headers, cryptoRandom),
    attributes: { 'http.request.method': request.method, 'http.route': route, 'url.path': path },
  })
  const { raw } = reply
  const end = (status: SpanStatus): void => {
    span.setAttribute('http.response.status_code', raw.statusCode)
    span.status ??= status
    span.end()
  }
  raw.once('finish', () => end(statusOfHttp(raw.statusCode)))
  raw.once('close', () => span.endTimeMs === undefined && end('cancelled')) // The visitor has left before.
  return span
}

/** Follows asynchronous work as far as Node does. */
function createAsyncContext<Value>(): ContextProvider<Value> {
  const storage = new AsyncLocalStorage<Value>()
  return {
    current: () => storage.getStore(),
    run: (value, work) => storage.run(value, work),
  }
}

/**
 * Records a breadcrumb for each printed line and each request, in the scope of the current request.
 * Returns a function that stops it.
 */
export function recordServerBreadcrumbs(record: RecordBreadcrumb, watch?: RequestWatcher): () => void {
  const controller = new AbortController()
  const { signal } = controller
  observeConsole(console, record, signal)
  observeFetch(globalThis, recordRequests(record), signal)
  if (watch) observeFetch(globalThis, watch, signal)
  return () => controller.abort()
}

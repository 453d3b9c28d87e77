import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { observeConsole } from './instrument/console.ts'
import { observeFetch } from './instrument/fetch.ts'
import { describeRequest } from './request.ts'
import type { Scope, ScopeProvider } from './scope.ts'
import type { RecordBreadcrumb, Telemetry } from './telemetry.ts'

export interface TelemetryPluginOptions {
  telemetry: Telemetry
  /** The same that the telemetry was created with. */
  scopes: ScopeProvider
}

/** Scopes that follow a request through all that it awaits. */
export function createRequestScopes(): ScopeProvider {
  const storage = new AsyncLocalStorage<Scope>()
  return {
    current: () => storage.getStore(),
    run: (scope, work) => storage.run(scope, work),
  }
}

/** Gives every request a scope of its own, forked from the global one. Adds nothing to answers. */
export const telemetryPlugin: FastifyPluginCallback<TelemetryPluginOptions> = (app, options, done) => {
  const { telemetry, scopes } = options
  const requestScopes = new WeakMap<FastifyRequest, Scope>()

  app.addHook('onRequest', (request, _reply, next) => {
    const scope = telemetry.globalScope.fork()
    scope.setRequest(() =>
      describeRequest({
        method: request.method,
        url: `${request.protocol}://${request.host}${request.originalUrl}`,
        headers: request.headers,
      }),
    )
    requestScopes.set(request, scope)
    scopes.run(scope, next)
  })

  // A body arrives in events of the socket, which belong to no request: enter the scope once more.
  app.addHook('preValidation', (request, _reply, next) => {
    const scope = requestScopes.get(request)
    if (scope) scopes.run(scope, next)
    else next()
  })
  done()
}

// What `fastify-plugin` does: the hooks hold for the whole application, not for this plugin alone.
Object.defineProperty(telemetryPlugin, Symbol.for('skip-override'), { value: true })
Object.defineProperty(telemetryPlugin, Symbol.for('fastify.display-name'), { value: 'crumbtrail-telemetry' })

/** Breadcrumbs for what is printed and what is fetched, in the request's scope. Returns what stops it. */
export function recordServerBreadcrumbs(record: RecordBreadcrumb): () => void {
  const stops = [observeConsole(console, record), observeFetch(globalThis, record)]
  return () => {
    for (const stop of stops) stop()
  }
}

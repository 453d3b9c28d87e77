import type { FastifyInstance } from 'fastify'
import { pathPrefixesOf } from '#server/protocol/path-prefixes.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Writer } from '#server/writer/writer.ts'
import { answering, preflightHeaders, sendRefusal, writingAs } from './answers.ts'
import { createKeyFinder } from './auth.ts'
import { createBodyReader } from './body/body.ts'
import { takeRawBodies } from './content-type.ts'
import { registerErrorPage } from './embed/error-page.ts'
import { registerSdkLoader } from './embed/sdk-loader.ts'
import { type Endpoint, endpoints, type IngestRoute } from './endpoints.ts'
import { createIngestEndpoint, type IngestEndpointOptions } from './ingest-endpoint.ts'
import { type AdmissionOptions, createAdmission } from './limits/admission.ts'
import { registerTunnel, type TunnelOptions } from './tunnel.ts'

export interface IngestOptions extends AdmissionOptions {
  store: Store
  writer: Writer
  /** The address at which SDKs reach us: the tunnel knows our own DSNs by it. */
  publicUrl: string
  tunnel?: TunnelOptions
  clock?: () => number
}

/**
 * Registers the endpoints for SDKs: https://develop.sentry.dev/sdk/data-model/envelopes/#ingestion. They need a scope
 * of their own, which reads every body as bytes, no matter what its Content-Type is.
 */
export async function registerIngest(app: FastifyInstance, options: IngestOptions): Promise<void> {
  const { store, writer, publicUrl, tunnel, clock = Date.now } = options
  const findKey = createKeyFinder(store.db, clock)
  const admission = createAdmission(store, writer, options)
  app.addHook('onClose', admission.close)
  const ingestEndpoint = { writer: admission, findKey, publicUrl, readBody: createBodyReader(), clock }
  takeRawBodies(app)
  const prefixes = pathPrefixesOf(publicUrl)
  for (const prefix of prefixes) {
    for (const endpoint of endpoints)
      registerEndpoint(app, `${prefix}/api/:project/`, endpoint, ingestEndpoint)
    registerErrorPage(app, prefix, ingestEndpoint)
    registerSdkLoader(app, prefix, ingestEndpoint)
  }
  if (!tunnel) return
  const paths = prefixes.map((prefix) => prefix + tunnel.path)
  registerTunnel(app, { ...ingestEndpoint, allowedDsns: tunnel.allowedDsns ?? [], paths })
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function registerEndpoint(
  app: FastifyInstance,
  base: string,
  endpoint: Endpoint,
  ingestEndpoint: IngestEndpointOptions,
): void {
  const { methods, what, answers } = endpoint
  const allow = [...methods, 'OPTIONS'].join(', ')
  const others = METHODS.filter((method) => !methods.some((allowed) => allowed === method))
  for (const url of endpoint.paths.flatMap((path) => [base + path, `${base + path}/`])) {
    app.route<IngestRoute>({
      method: [...methods],
      url,
      exposeHeadRoute: false, // A HEAD request would count as a check-in.
      handler: answering(createIngestEndpoint(endpoint, ingestEndpoint), what),
      ...(answers ? { onSend: writingAs(answers) } : {}),
    })
    app.options(url, (_request, reply) => reply.code(204).headers(preflightHeaders(methods)).send())
    app.route({
      method: others,
      url,
      handler: (request, reply) =>
        sendRefusal(
          request,
          reply.header('allow', allow),
          405,
          `Cannot read ${what}: it must be sent with ${methods.join(' or ')}`,
        ),
    })
  }
}

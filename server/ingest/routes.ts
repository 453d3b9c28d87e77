import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectKey } from '../store/projects.ts'
import type { Store } from '../store/store.ts'
import type { Writer } from '../store/writer.ts'
import { answering, preflightHeaders, sendRefusal, sendResult } from './answers.ts'
import { authenticate, createKeyFinder, keysWithDsn, listRequestKeys } from './auth.ts'
import { createBodyReader } from './body.ts'
import { parseEnvelopeHeaders } from './envelope.ts'
import { registerTunnel, type TunnelOptions } from './tunnel.ts'

export interface IngestOptions {
  store: Store
  writer: Writer
  /** Where SDKs reach us: the tunnel knows our own DSNs by it. */
  publicUrl: string
  tunnel?: TunnelOptions
  clock?: () => number
}

/**
 * The door for SDKs: https://develop.sentry.dev/sdk/data-model/envelopes/#ingestion. Register it in a scope
 * of its own: it takes every body as bytes, whatever its Content-Type.
 */
export async function registerIngest(app: FastifyInstance, options: IngestOptions): Promise<void> {
  const { store, writer, clock = Date.now } = options
  const findKey = createKeyFinder(store.db, clock)
  const readBody = createBodyReader()
  takeRawBodies(app)

  async function takeEnvelope(request: EnvelopeRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { project } = request.params
    const keys = listRequestKeys(request.query, request.headers)
    if (keys.length > 0) {
      const early = await authenticate(keys, project, findKey) // before its body costs anything
      if ('refusal' in early) return refuse(request, reply, early.refusal)
    }
    const body = await readBody(request)
    const allKeys = keysWithDsn(keys, project, parseEnvelopeHeaders(body).dsn)
    const authentication = 'refusal' in allKeys ? allKeys : await authenticate(allKeys, project, findKey)
    if ('refusal' in authentication) return refuse(request, reply, authentication.refusal)
    const { projectId, keyId }: ProjectKey = authentication.key
    return sendResult(request, reply, await writer.submit({ projectId, keyId, body, receivedAt: clock() }))
  }

  for (const url of ['/api/:project/envelope', '/api/:project/envelope/']) {
    app.post(url, answering(takeEnvelope))
    app.options(url, (_request, reply) => reply.code(204).headers(preflightHeaders).send())
    app.route({ method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'], url, handler: refuseMethod })
  }
  if (options.tunnel) {
    registerTunnel(app, { ...options.tunnel, publicUrl: options.publicUrl, writer, findKey, readBody, clock })
  }
}

type EnvelopeRequest = FastifyRequest<{ Params: { project: string }; Querystring: Record<string, unknown> }>

/**
 * Handlers read the request's own stream. Content-Type is dropped before Fastify sees it: SDKs send none, or
 * one that says nothing, and a malformed one would be refused with 415.
 */
function takeRawBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    delete request.raw.headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

function refuse(request: FastifyRequest, reply: FastifyReply, why: string): FastifyReply {
  return sendRefusal(request, reply, 403, `Cannot accept envelope: ${why}`)
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header('allow', 'POST, OPTIONS')
  return sendRefusal(request, reply, 405, 'Cannot read envelope: it must be sent with POST')
}

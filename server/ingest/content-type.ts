import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const sent = new WeakMap<IncomingMessage, string>()

/**
 * Handlers read the request's own stream. Content-Type is dropped before Fastify sees it: SDKs send none, or a
 * meaningless one, and a malformed one would be refused with 415.
 */
export function takeRawBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const type = raw.headers['content-type']
    if (type !== undefined) sent.set(raw, type)
    delete raw.headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** Returns the dropped header for OTLP, which tells its two encodings apart by it, and for forms, whose boundary is in it. */
export function sentContentType({ raw }: { raw: IncomingMessage }): string | undefined {
  return sent.get(raw)
}

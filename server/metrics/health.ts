import type { FastifyInstance } from 'fastify'
import { pathPrefixesOf } from '#server/protocol/path-prefixes.ts'
import type { Writer } from '#server/writer/writer.ts'

/** `GET /healthz`: the process answers. `GET /readyz`: an event that came now would be stored. */
export function registerHealth(
  app: FastifyInstance,
  { writer, publicUrl }: { writer: Pick<Writer, 'isReady'>; publicUrl: string },
): void {
  for (const prefix of pathPrefixesOf(publicUrl)) {
    app.get(`${prefix}/healthz`, () => ({ status: 'ok' }))
    app.get(`${prefix}/readyz`, async (_request, reply) => {
      const isReady = await writer.isReady()
      return reply
        .code(isReady ? 200 : 503)
        .send({ status: isReady ? 'ready' : 'not ready to accept writes' })
    })
  }
}

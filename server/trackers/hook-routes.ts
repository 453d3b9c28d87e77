import type { FastifyInstance } from 'fastify'
import { type ReceiveOptions, receiveHook } from './steps/receive.ts'

/** GitHub sends the whole issue, whose text has at most 64 Ki characters, twice at most. */
const LARGEST_BODY = 1024 * 1024

/**
 * Where trackers tell of their issues. Whoever sends is known by a signature of the body, or by a token, so it is read as it
 * came. Others than trackers read 404, whether there is such a tracker or not.
 */
export async function registerTrackerHooks(app: FastifyInstance, options: ReceiveOptions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.post<{ Params: { tracker: string } }>(
    '/hooks/trackers/:tracker',
    { bodyLimit: LARGEST_BODY },
    async (request, reply) => {
      const { tracker } = request.params
      const id = /^[1-9]\d{0,14}$/.test(tracker) ? Number(tracker) : 0
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const taken = await receiveHook(id, { headers: request.headers, body }, options)
      return taken === 'unknown'
        ? reply.code(404).send({ detail: 'There is no such tracker, or the signature is wrong' })
        : reply.code(202).send({ detail: 'Taken' })
    },
  )
}

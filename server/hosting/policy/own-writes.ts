import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WriteTickets } from '#server/store/engine/news.ts'
import type { CookieOptions } from './cookie-jar.ts'

const WRITE_COOKIE = 'crumbtrail_write'
/** After this time every process has read the write's news anyway. */
const MAX_AGE_SECONDS = 5

/**
 * Shows people what they changed, whichever process they reach next: the answer after a write names it in a cookie, and a
 * process that has not heard of that write asks for it before it reads anything. It serves forms, scripts and the API.
 */
export function showOwnWrites(app: FastifyInstance, tickets: WriteTickets, options: CookieOptions): void {
  const before = new WeakMap<FastifyRequest, string | undefined>()
  app.addHook('onRequest', async (request) => {
    const write = fastifyCookie.parse(request.headers.cookie ?? '')[WRITE_COOKIE]
    if (write !== undefined) await tickets.see(write)
    before.set(request, tickets.lastWrite())
  })
  app.addHook('onSend', async (request, reply) => {
    const last = tickets.lastWrite()
    // If it was another request that wrote meanwhile, the next process asks once for nothing.
    if (request.method === 'GET' || last === undefined || last === before.get(request)) return
    void reply.header(
      'set-cookie', // It is added to the others.
      fastifyCookie.serialize(WRITE_COOKIE, last, { ...options, maxAge: MAX_AGE_SECONDS }),
    )
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { issuesPath, linkPath, safeReturnPath, signInPath } from '#renderer/paths.ts'
import { createCookieJar } from './policy/cookie-jar.ts'
import type { ReceiveOptions } from './receive.ts'

type Options = Pick<ReceiveOptions, 'admit' | 'cookieOptions'>

/**
 * The way to the OpenID provider, and back. These are links: the policy of the pages lets no form lead to another site. Nothing
 * asks for them in advance, as each keeps or takes something.
 */
export function serveProvider(app: FastifyInstance, options: Options): void {
  const route = { exposeHeadRoute: false }

  app.get<{ Querystring: Record<string, unknown> }>('/sign-in/provider', route, async (request, reply) => {
    const next = returnPathOf(request.query.next)
    const begun = await openProvider(request, reply, options).begin(next)
    return reply.redirect('problem' in begun ? signInPath(next, begun.problem) : begun.to, 302)
  })

  app.get('/sign-in/provider/callback', route, async (request, reply) => {
    const at = request.url.indexOf('?')
    const ended = await openProvider(request, reply, options).end(at === -1 ? '' : request.url.slice(at))
    if ('problem' in ended) return reply.redirect(signInPath(undefined, ended.problem), 302)
    const next = returnPathOf(ended.next)
    return reply.redirect(ended.isLinked ? (next ?? issuesPath()) : linkPath(next), 302)
  })
}

function openProvider(request: FastifyRequest, reply: FastifyReply, { admit, cookieOptions }: Options) {
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  return admit(request, createCookieJar(reply, cookieOptions)).openAccounts(undefined).provider
}

function returnPathOf(next: unknown): string | undefined {
  return safeReturnPath(typeof next === 'string' ? next : null)
}

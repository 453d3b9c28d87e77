import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Marks routes that only refuse, for who lists the others.
 * @internal
 */
export const REFUSAL = { isRefusal: true }

/**
 * Answers, as an API does, requests that no route of a scope takes: 405 with `Allow` at the addresses of its routes, 404 at
 * all others. Nothing is read of the request. Call what this gives after the scope's routes.
 */
export function createRefusals(api: FastifyInstance): (below: string) => void {
  const taken = new Map<string, Set<string>>()
  api.addHook('onRoute', ({ method, routePath }) => {
    const url = routePath || '/' // Fastify adds the prefix itself with and without the slash, here as well
    const methods = taken.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    taken.set(url, methods)
  })
  return (below) => {
    for (const [url, methods] of [...taken]) refuseMethods(api, url, methods)
    refuse(api, METHODS, `${below}/*`, (reply) =>
      reply.code(404).send({ detail: 'Cannot answer: the API has no such endpoint' }),
    )
  }
}

function refuseMethods(api: FastifyInstance, url: string, allowed: ReadonlySet<string>): void {
  const others = METHODS.filter((method) => !allowed.has(method))
  const allow = [...allowed].sort().join(', ')
  refuse(api, others, url, (reply) =>
    reply
      .code(405)
      .header('allow', allow)
      .send({ detail: `Cannot answer: this endpoint takes ${allow}` }),
  )
}

function refuse(
  api: FastifyInstance,
  methods: readonly HTTPMethods[],
  url: string,
  answer: (reply: FastifyReply) => FastifyReply,
): void {
  if (methods.length === 0) return
  api.route({
    method: [...methods],
    url,
    config: REFUSAL,
    exposeHeadRoute: false,
    onRequest: (_request, reply) => void answer(reply.header('cache-control', 'no-store')),
    handler: () => {}, // never reached: the request is answered before its body is read
  })
}

import type { FastifyInstance } from 'fastify'
import type { DescribedRoute } from '#server/api/route.ts'
import { buildDocument } from './document.ts'
import { toPage } from './page.ts'

/** The page has one style sheet of its own, and nothing that runs. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/** Serves the description of the API, and a page of it, to anybody: it says nothing of what is stored. */
export function serveDocument(
  api: FastifyInstance,
  { routes, publicUrl }: { routes: readonly DescribedRoute[]; publicUrl: string },
): void {
  // Few ask for it, so that starting does not wait for it.
  let known: ReturnType<typeof buildDocument> | undefined
  const read = () => {
    known ??= buildDocument(routes, { publicUrl })
    return known
  }
  api.get('/openapi.json', (_request, reply) => reply.send(read()))
  for (const end of ['', '/']) {
    api.get(`/docs${end}`, (_request, reply) =>
      reply
        .headers({ 'content-security-policy': PAGE_POLICY, 'x-content-type-options': 'nosniff' })
        .type('text/html; charset=utf-8')
        .send(toPage(read())),
    )
  }
}

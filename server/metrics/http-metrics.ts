import type { FastifyInstance } from 'fastify'
import { createCounter } from './counters.ts'
import type { MetricFamily } from './text-format.ts'

/** Counts what the whole server answers. Hooks hold for what is registered after them. */
export function countRequests(app: FastifyInstance): { families(): MetricFamily[] } {
  const requests = createCounter(
    'crumbtrail_http_requests_total',
    'Requests answered since the process started, by route and status.',
  )
  app.addHook('onResponse', async (request, reply) => {
    // An address that is not one of ours can be anything: only routes are names.
    const route = request.routeOptions.url ?? 'none'
    requests.add({ method: knownMethod(request.method), route, status: String(reply.statusCode) })
  })
  return { families: () => [requests.family()] }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function knownMethod(method: string): string {
  return METHODS.has(method) ? method : 'other'
}

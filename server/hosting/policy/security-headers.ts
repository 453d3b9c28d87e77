import fastifyHelmet from '@fastify/helmet'
import Fastify from 'fastify'

/**
 * The headers that helmet sets on every answer of a site, computed once: helmet sets the same dozen headers again for
 * each request, in a way that makes Node's own slower.
 */
export async function listSecurityHeaders({
  isHttps,
}: {
  isHttps: boolean
}): Promise<Record<string, string>> {
  const app = Fastify()
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false, // The policy is in csp.ts: each page has its own nonce.
    hsts: isHttps,
    // With `no-referrer` browsers send `Origin: null`, and our forms could not be told from foreign ones.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  app.get('/', () => '')
  const { headers } = await app.inject('/')
  await app.close()
  const ofEveryAnswer = new Set(['connection', 'content-length', 'content-type', 'date'])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ofEveryAnswer.has(name) ? [] : [[name, String(value)] as const],
    ),
  )
}

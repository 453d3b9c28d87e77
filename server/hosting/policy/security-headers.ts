import fastifyHelmet from '@fastify/helmet'
import Fastify from 'fastify'

/**
 * What helmet says for every answer of a site, asked once: it sets each of a dozen headers anew for each request, the
 * same ones, and by a way that makes Node's own slower.
 */
export async function listSecurityHeaders({
  isHttps,
}: {
  isHttps: boolean
}): Promise<Record<string, string>> {
  const app = Fastify()
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false, // csp.ts: each page has its own nonce
    hsts: isHttps,
    // with `no-referrer` browsers send `Origin: null`, and forms could not be told from foreign ones
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

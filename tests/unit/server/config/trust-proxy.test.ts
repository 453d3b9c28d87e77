import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { type Config, parseConfig } from '#server/config/config.ts'
import { toTrustProxy } from '#server/config/trust-proxy.ts'

const PEER = '10.0.0.1'
/** The client's own claim, what the outer proxy saw, what the inner one saw. */
const FORWARDED_FOR = '6.6.6.6, 203.0.113.7, 10.0.0.2'

it.each([
  ['false', PEER],
  ['0', PEER],
  ['1', '10.0.0.2'],
  ['2', '203.0.113.7'],
  ['10.0.0.0/8', '203.0.113.7'],
  ['192.168.0.0/16', PEER],
  ['true', '6.6.6.6'],
])('TRUST_PROXY=%s takes %s for the client', async (text, ip) => {
  expect(await clientOf(parseConfig({ TRUST_PROXY: text }, { release: '1' }))).toBe(ip)
})

async function clientOf({ trustProxy }: Config): Promise<string> {
  const app = Fastify({ trustProxy: toTrustProxy(trustProxy) })
  app.get('/', (request) => request.ip)
  const response = await app.inject({
    url: '/',
    remoteAddress: PEER,
    headers: { 'x-forwarded-for': FORWARDED_FOR },
  })
  await app.close()
  return response.body
}

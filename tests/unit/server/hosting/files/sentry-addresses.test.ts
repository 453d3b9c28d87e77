import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { serveSentryAddresses } from '#server/hosting/files/sentry-addresses.ts'

it.each([
  ['/organizations/desk/issues/7/', '/issues/7'],
  ['/organizations/desk/issues/7', '/issues/7'],
  ['/organizations/desk/issues/SHOP-418/', '/issues/SHOP-418'],
  ['/organizations/desk/issues/7/events/ab12/', '/issues/7/events/ab12'],
  ['/organizations/desk/issues/SHOP-418/events/ab12/', '/issues/SHOP-418'],
  ['/organizations/desk/issues/..%2F..%2Fsign-in/', '/issues/..%2F..%2Fsign-in'],
  ['/organizations/desk/issues/%2F%2Fevil.example/', '/issues/%2F%2Fevil.example'],
])('leads from %s to %s', async (url, location) => {
  const app = Fastify()
  serveSentryAddresses(app)
  const { statusCode, headers } = await app.inject({ url })
  expect([statusCode, headers.location]).toEqual([302, location])
})

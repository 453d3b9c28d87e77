import type { Config } from './config.ts'

/**
 * Converts `TRUST_PROXY` into Fastify's `trustProxy`. Given a number, Fastify 5.12 silently trusts no proxy, since a
 * client that gets past the proxies can pretend to be one. A number trusts less than `true`, so it keeps working here:
 * the peer is hop 0, and the address that the last counted proxy saw is the client's.
 */
export function toTrustProxy(
  setting: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting
}

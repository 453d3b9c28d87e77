import { lookup as lookUpName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'

/** Gives all addresses of a host's name. */
export type LookUp = (host: string) => Promise<string[]>

interface Checks {
  lookUp?: LookUp | undefined
  /** Whether a connection to an IP address may be opened. */
  mayReach: (address: string) => boolean
}

/** Addresses of a host that were checked, or what is wrong with it. */
type CheckedHost = { addresses: readonly string[] } | { fault: 'no-address' | 'not-public'; host: string }

/** Resolves the host of an address once, and checks each IP address that it has: one bad answer among good ones is enough. */
export async function checkHost(url: URL, { lookUp = allAddresses, mayReach }: Checks): Promise<CheckedHost> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await lookUp(host).catch(() => [])
  if (addresses.length === 0) return { fault: 'no-address', host }
  if (!addresses.every(mayReach)) return { fault: 'not-public', host }
  return { addresses }
}

/** Leads a connection to addresses that were checked, so that a second answer of the name server changes nothing. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first = { address: '', family: 0 }] = pinned
  return (_host, { all }, answer) => {
    if (all) answer(null, pinned)
    else answer(null, first.address, first.family)
  }
}

async function allAddresses(host: string): Promise<string[]> {
  const found = await lookUpName(host, { all: true })
  return found.map(({ address }) => address)
}

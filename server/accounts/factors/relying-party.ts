import { isIP } from 'node:net'

/** Who asks for passkeys: https://www.w3.org/TR/webauthn-3/#relying-party-identifier */
export interface RelyingParty {
  /** The domain that passkeys belong to. */
  id: string
  /** The origin of the pages that may use them. */
  origin: string
}

/** The last one is kept: a desk has one address, and each request asks for it. */
let last: { publicUrl: string; party: RelyingParty | undefined } | undefined

/** Undefined where browsers offer no passkeys: at an address of digits, and over plain http to another machine. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  if (last?.publicUrl !== publicUrl) last = { publicUrl, party: findRelyingParty(publicUrl) }
  return last.party
}

function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}

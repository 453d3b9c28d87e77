import { lookup as lookUpName } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const MIB = 1024 * 1024
const MOST_BYTES = 32 * MIB
const TIMEOUT_MS = 10_000
const MOST_URL_CHARS = 2_048

export interface HostedFile {
  bytes: Uint8Array
  /** The header `SourceMap`: https://tc39.es/ecma426/#sec-linking-inline */
  mapUrl: string | undefined
}

interface FetchParts {
  /** Gives all addresses of a host's name. */
  lookUp?: (host: string) => Promise<string[]>
  request?: (url: URL, options: RequestOptions) => NodeJS.EventEmitter & { end(): void }
  mostBytes?: number
  timeoutMs?: number
  /** Ends it early. */
  ending?: AbortSignal
}

/**
 * Fetches a file from the public Internet: by https, from a host all of whose addresses are public, and at the very address
 * that was checked, so that a second answer of the name server leads nowhere else. Redirects are refused, since they
 * would lead past the checks. It sends no cookies and no credentials. A refusal says what is wrong.
 */
export async function fetchHosted(
  address: string,
  {
    lookUp = allAddresses,
    request = requestHttps,
    mostBytes = MOST_BYTES,
    timeoutMs = TIMEOUT_MS,
    ending,
  }: FetchParts = {},
): Promise<HostedFile | { refusal: string }> {
  const url = address.length > MOST_URL_CHARS ? null : URL.parse(address)
  if (url?.protocol !== 'https:') return { refusal: 'its address does not begin with https://' }
  if (url.username !== '' || url.password !== '') return { refusal: 'its address contains a password' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await lookUp(host).catch(() => [])
  const [pinned] = addresses
  if (pinned === undefined) return { refusal: `${host} has no address` }
  if (!addresses.every(isPublicAddress)) return { refusal: `${host} is not on the public Internet` }
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = ending ? AbortSignal.any([timeout, ending]) : timeout
  try {
    return await receive(url, { pinned, request, mostBytes, signal })
  } catch (error) {
    if (timeout.aborted) return { refusal: `it did not come within ${timeoutMs / 1000} s` }
    return { refusal: certificateFault(error) ?? `${host} cannot be reached` }
  }
}

/** What is wrong with a certificate, by the code of its error: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE_FAULTS = new Map([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for other names'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'is not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is signed by no known authority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'is signed by no known authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'is signed by no known authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'comes without the one of the authority that signed it'],
])

function certificateFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = CERTIFICATE_FAULTS.get(code)
  return fault && `the certificate of its host ${fault}`
}

async function allAddresses(host: string): Promise<string[]> {
  const found = await lookUpName(host, { all: true })
  return found.map(({ address }) => address)
}

interface Receiving extends Required<Pick<FetchParts, 'request' | 'mostBytes'>> {
  pinned: string
  signal: AbortSignal
}

async function receive(
  url: URL,
  { pinned, request, mostBytes, signal }: Receiving,
): Promise<HostedFile | { refusal: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const family = isIP(pinned)
  const asked = request(url, {
    signal,
    agent: false, // a connection that was kept could be to another address
    headers: { 'accept-encoding': 'identity', 'user-agent': 'crumbtrail' },
    lookup: (_host, { all }, answer) =>
      all ? answer(null, [{ address: pinned, family }]) : answer(null, pinned, family),
  })
  asked.on('response', resolve)
  asked.on('error', reject)
  asked.end()
  const response = await promise
  const { statusCode = 0, headers } = response
  if (statusCode !== 200) {
    response.destroy()
    const isRedirect = statusCode >= 300 && statusCode < 400
    return { refusal: isRedirect ? 'it redirects, which is not followed' : `its host answered ${statusCode}` }
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) {
      response.destroy()
      return { refusal: `it is larger than ${mostBytes} bytes` }
    }
    parts.push(part)
  }
  const named = headers.sourcemap ?? headers['x-sourcemap']
  return { bytes: Buffer.concat(parts), mapUrl: typeof named === 'string' ? named : undefined }
}

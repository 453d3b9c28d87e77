import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { certificateFault } from '#server/outbound/certificate-fault.ts'
import { checkHost, type LookUp, pinnedLookup } from '#server/outbound/pinned-host.ts'
import { isPublicAddress } from '#server/outbound/public-address.ts'

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
  lookUp?: LookUp
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
  { lookUp, request = requestHttps, mostBytes = MOST_BYTES, timeoutMs = TIMEOUT_MS, ending }: FetchParts = {},
): Promise<HostedFile | { refusal: string }> {
  const url = address.length > MOST_URL_CHARS ? null : URL.parse(address)
  if (url?.protocol !== 'https:') return { refusal: 'its address does not begin with https://' }
  if (url.username !== '' || url.password !== '') return { refusal: 'its address contains a password' }
  const checked = await checkHost(url, { lookUp, mayReach: isPublicAddress })
  if ('fault' in checked) {
    const refusal = checked.fault === 'no-address' ? 'has no address' : 'is not on the public Internet'
    return { refusal: `${checked.host} ${refusal}` }
  }
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = ending ? AbortSignal.any([timeout, ending]) : timeout
  try {
    return await receive(url, { addresses: checked.addresses, request, mostBytes, signal })
  } catch (error) {
    if (timeout.aborted) return { refusal: `it did not come within ${timeoutMs / 1000} s` }
    return { refusal: certificateFault(error) ?? `${url.hostname} cannot be reached` }
  }
}

interface Receiving extends Required<Pick<FetchParts, 'request' | 'mostBytes'>> {
  addresses: readonly string[]
  signal: AbortSignal
}

async function receive(
  url: URL,
  { addresses, request, mostBytes, signal }: Receiving,
): Promise<HostedFile | { refusal: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asked = request(url, {
    signal,
    agent: false, // a connection that was kept could be to another address
    headers: { 'accept-encoding': 'identity', 'user-agent': 'crumbtrail' },
    lookup: pinnedLookup(addresses),
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

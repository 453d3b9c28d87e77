import { type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { OutgoingAnswer, OutgoingRequest } from '#server/alerts/channels/channel.ts'
import { certificateFault } from '#server/outbound/certificate-fault.ts'
import { checkHost, type LookUp, pinnedLookup } from '#server/outbound/pinned-host.ts'
import { isPublicAddress, isReachableAddress } from '#server/outbound/public-address.ts'
import { createTurns } from './turns.ts'

const MOST_URL_CHARS = 4_096

export interface SafeRequestSettings {
  /** Whether addresses of private networks and of this machine may be reached. */
  allowPrivate: boolean
  /** The only ports that may be reached; undefined allows all. */
  ports?: readonly number[] | undefined
  lookUp?: LookUp
  /** From asking for a turn to the end of the answer. */
  timeoutMs?: number
  /** An answer is cut there. */
  mostBytes?: number
  perHost?: number
}

type Connection = Required<Pick<SafeRequestSettings, 'mostBytes'>> & {
  addresses: readonly string[]
  signal: AbortSignal
}

/**
 * Makes the one way in which messages reach the network: by http or https, to a host all of whose addresses may be reached,
 * at the addresses that were checked. Redirects are answers like others: following them would lead past the checks. At
 * most `perHost` requests go to a host at once, and all of a request takes 5 s at most. It never throws.
 */
export function createSafeRequest({
  allowPrivate,
  ports,
  lookUp,
  timeoutMs = 5_000,
  mostBytes = 64 * 1024,
  perHost = 2,
}: SafeRequestSettings): (request: OutgoingRequest) => Promise<OutgoingAnswer> {
  const turns = createTurns(perHost)
  const mayReach = allowPrivate ? isReachableAddress : isPublicAddress
  return async (request) => {
    const url = readUrl(request.url, ports)
    if ('error' in url) return { ...url, isFinal: true }
    const signal = AbortSignal.timeout(timeoutMs)
    const leave = await turns.enter(url.host, signal)
    if (!leave) return lateAnswer(url, timeoutMs)
    try {
      const checked = await untilAborted(checkHost(url, { lookUp, mayReach }), signal)
      if ('fault' in checked) return faultAnswer(checked)
      return await exchange(url, request, { addresses: checked.addresses, mostBytes, signal })
    } catch (error) {
      if (signal.aborted) return lateAnswer(url, timeoutMs)
      return { error: certificateFault(error) ?? `${url.hostname} cannot be reached`, isFinal: false }
    } finally {
      leave()
    }
  }
}

function readUrl(address: string, ports: readonly number[] | undefined): URL | { error: string } {
  const url = address.length > MOST_URL_CHARS ? null : URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return { error: 'the address does not begin with https:// or http://' }
  }
  if (url.username !== '' || url.password !== '') return { error: 'the address contains a password' }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (ports && !ports.includes(port)) return { error: `port ${port} is not allowed` }
  return url
}

const lateAnswer = ({ hostname }: URL, timeoutMs: number): OutgoingAnswer => ({
  error: `${hostname} did not answer within ${timeoutMs / 1000} s`,
  isFinal: false,
})

/** A name without an address may have one again after an outage of the name server; an inward address was set so. */
function faultAnswer({ fault, host }: { fault: 'no-address' | 'not-public'; host: string }): OutgoingAnswer {
  return fault === 'no-address'
    ? { error: `${host} has no address`, isFinal: false }
    : { error: `${host} is not on the public Internet`, isFinal: true }
}

/** A look-up of a name cannot be ended, but it need not be waited for. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

function exchange(
  url: URL,
  { method, headers, body, bytes }: OutgoingRequest,
  { addresses, mostBytes, signal }: Connection,
): Promise<OutgoingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>()
  const options: RequestOptions = {
    method,
    signal,
    agent: false, // a connection that was kept could be to another address
    headers: { 'user-agent': 'crumbtrail', ...headers, 'accept-encoding': 'identity' },
    lookup: pinnedLookup(addresses),
  }
  const asked = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
    asked.off('error', reject)
    asked.on('error', () => {}) // the answer ends by the same error
    const parts: Buffer[] = []
    let size = 0
    // An answer that is too long, or that breaks after its status came, is what came so far: the status decides.
    const finish = () => {
      const whole = Buffer.concat(parts).subarray(0, mostBytes).toString('utf8')
      resolve({ status: response.statusCode ?? 0, headers: flatten(response.headers), body: whole })
      response.destroy()
    }
    response.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size >= mostBytes) finish()
    })
    response.on('end', finish)
    response.on('error', finish)
    response.on('close', finish)
  })
  asked.on('error', reject)
  asked.end(bytes ?? body)
  return promise
}

function flatten(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]))
}

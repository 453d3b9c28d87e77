import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { CheckTimings } from '#server/models/uptime/checks.ts'
import { pinnedLookup } from '#server/outbound/pinned-host.ts'

export interface HopRequest {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** Addresses that were checked: the connection goes to no other. */
  addresses: readonly string[]
  signal: AbortSignal
  mostBytes: number
  /** Measures milliseconds. */
  stopwatch: () => number
}

export interface HopAnswer {
  status: number
  location: string | undefined
  body: string
  /** The body had more than was read. */
  isCut: boolean
  timings: Omit<CheckTimings, 'dnsMs' | 'totalMs'>
  certificateEndsAt: number | undefined
}

/** The answer began, and did not come to its end. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

/** Sends one request to addresses that were checked, and reads the beginning of the answer. It follows no redirect. */
export function exchange(hop: HopRequest): Promise<HopAnswer> {
  const { url, method, headers, body, addresses, signal } = hop
  const { promise, resolve, reject } = Promise.withResolvers<HopAnswer>()
  const options: RequestOptions = {
    method,
    signal,
    agent: false, // a connection that was kept could be to another address
    headers: { ...headers, 'accept-encoding': 'identity' },
    lookup: pinnedLookup(addresses),
  }
  const asked = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
  const seen = watchConnection(asked, hop.stopwatch)
  asked.on('error', reject)
  asked.on('response', (response) => {
    const facts = { ...seen(), status: response.statusCode ?? 0, location: response.headers.location }
    readBeginning(response, hop.mostBytes).then((read) => resolve({ ...facts, ...read }), reject)
  })
  asked.end(body)
  return promise
}

/** Measures the parts of a connection; what is returned tells them when the answer has begun. */
function watchConnection(asked: ClientRequest, stopwatch: () => number) {
  const startedAt = stopwatch()
  let connectedAt: number | undefined
  let securedAt: number | undefined
  let certificateEndsAt: number | undefined
  asked.on('socket', (socket) => {
    socket.once('connect', () => {
      connectedAt = stopwatch()
    })
    if (!(socket instanceof TLSSocket)) return
    socket.once('secureConnect', () => {
      securedAt = stopwatch()
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
      if (Number.isFinite(endsAt)) certificateEndsAt = endsAt
    })
  })
  return (): Pick<HopAnswer, 'timings' | 'certificateEndsAt'> => {
    const connected = connectedAt ?? startedAt
    const secured = securedAt ?? connected
    return {
      certificateEndsAt,
      timings: {
        connectMs: Math.round(connected - startedAt),
        tlsMs: securedAt === undefined ? undefined : Math.round(securedAt - connected),
        firstByteMs: Math.round(stopwatch() - secured),
      },
    }
  }
}

function readBeginning(
  response: IncomingMessage,
  mostBytes: number,
): Promise<Pick<HopAnswer, 'body' | 'isCut'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<HopAnswer, 'body' | 'isCut'>>()
  const parts: Buffer[] = []
  let size = 0
  const finish = (isCut: boolean) => {
    resolve({ body: Buffer.concat(parts).subarray(0, mostBytes).toString('utf8'), isCut })
    response.destroy()
  }
  response.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.length
    if (size > mostBytes) finish(true)
  })
  response.on('end', () => finish(false))
  response.on('error', (error) => reject(new BrokenOff('The answer broke off', { cause: error })))
  return promise
}

import type { CheckAnswer, CheckTarget, CheckTimings } from '#server/models/uptime/checks.ts'
import { checkHost, type LookUp } from '#server/outbound/pinned-host.ts'
import { isPublicAddress, isReachableAddress } from '#server/outbound/public-address.ts'
import { formatTraceHeaders } from '#telemetry/trace/propagation.ts'
import { findFault, isExpected } from './conditions.ts'
import { exchange, type HopAnswer } from './exchange.ts'
import { reasonOf } from './reasons.ts'
import { type Hop, nextHop } from './redirects.ts'

export interface ProbeSettings {
  /** Whether addresses of private networks and of this machine may be asked. */
  allowPrivate: boolean
  lookUp?: LookUp
  /** Measures milliseconds. */
  stopwatch: () => number
  /** Gives so many random bytes as hex digits. */
  randomHex: (bytes: number) => string
}

/** `stop` ends it before its time. */
export type Probe = (target: CheckTarget, stop?: AbortSignal) => Promise<CheckAnswer>

/** So much of a body is read. */
const MOST_BYTES = 64 * 1024
const MOST_REDIRECTS = 5

/**
 * Makes what asks an address over HTTP once. A host's name is resolved once for each redirect, all its addresses must be
 * allowed, and the connection goes to one of them. It never throws.
 */
export function createProbe(settings: ProbeSettings): Probe {
  const { randomHex, stopwatch } = settings
  return async (target, stop) => {
    const traceId = randomHex(16)
    const startedAt = stopwatch()
    const late = AbortSignal.timeout(target.timeoutMs)
    const signal = stop === undefined ? late : AbortSignal.any([late, stop])
    const found = await follow(target, {
      ...settings,
      signal,
      traceHeaders: traceHeadersOf(traceId, randomHex(8)),
    })
    const { reason, answer, dnsMs } = found
    const parts = answer?.timings ?? { connectMs: undefined, tlsMs: undefined, firstByteMs: undefined }
    const timings: CheckTimings = { dnsMs, ...parts, totalMs: Math.round(stopwatch() - startedAt) }
    const { status, certificateEndsAt } = answer ?? { status: undefined, certificateEndsAt: undefined }
    return { isUp: reason === undefined, reason, status, timings, certificateEndsAt, traceId }
  }
}

interface Following extends ProbeSettings {
  signal: AbortSignal
  traceHeaders: Readonly<Record<string, string>>
}

interface Found {
  reason: string | undefined
  answer?: HopAnswer
  dnsMs?: number
}

async function follow(target: CheckTarget, context: Following): Promise<Found> {
  const first = readFirst(target)
  if ('fault' in first) return { reason: first.fault }
  let hop: Hop = first
  for (let redirects = 0; ; redirects += 1) {
    const found = await askOnce(hop, target, context)
    const { answer, reason } = found
    if (answer === undefined || reason !== undefined) return { ...found, dnsMs: found.dnsMs ?? 0 }
    const next = isExpected(target.expects, answer.status) ? undefined : nextHop(hop, answer)
    if (next === undefined) return { ...found, reason: findFault(target, answer) }
    if ('fault' in next) return { ...found, reason: next.fault }
    if (redirects === MOST_REDIRECTS) {
      return { ...found, reason: `It redirects more than ${MOST_REDIRECTS} times` }
    }
    hop = next
  }
}

function readFirst({ url, method, headers, body }: CheckTarget): Hop | { fault: string } {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    return { fault: 'Its address does not begin with https:// or http://' }
  }
  return {
    url: parsed,
    method,
    headers: Object.fromEntries(headers),
    body: method === 'POST' ? body : undefined,
  }
}

async function askOnce(
  { url, method, headers, body }: Hop,
  { timeoutMs }: CheckTarget,
  { allowPrivate, lookUp, stopwatch, signal, traceHeaders }: Following,
): Promise<Found> {
  const startedAt = stopwatch()
  let dnsMs: number | undefined
  try {
    const mayReach = allowPrivate ? isReachableAddress : isPublicAddress
    const checked = await untilAborted(checkHost(url, { lookUp, mayReach }), signal)
    dnsMs = Math.round(stopwatch() - startedAt)
    if ('fault' in checked) {
      const is = checked.fault === 'no-address' ? 'has no address' : 'is not on the public Internet'
      return { reason: `${checked.host} ${is}`, dnsMs }
    }
    const all = { 'user-agent': USER_AGENT, ...headers, ...traceHeaders }
    const { addresses } = checked
    const answer = await exchange({
      ...{ url, method, headers: all, body, addresses, signal, stopwatch },
      mostBytes: MOST_BYTES,
    })
    return { reason: undefined, answer, dnsMs }
  } catch (error) {
    const late = `${url.hostname} did not answer in full within ${timeoutMs / 1_000} s`
    return { reason: signal.aborted ? late : reasonOf(error, url), ...(dnsMs !== undefined && { dnsMs }) }
  }
}

const USER_AGENT = 'Crumbtrail uptime check'

/** Asks the service to keep the trace of this request, whatever share of others it keeps. */
function traceHeadersOf(traceId: string, spanId: string): Readonly<Record<string, string>> {
  const context = { trace_id: traceId, sampled: 'true', sample_rate: '1' }
  return formatTraceHeaders({ traceId, spanId, sampled: true }, context)
}

/** A look-up of a name cannot be ended, but it need not be waited for. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

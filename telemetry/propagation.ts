import { type DynamicSamplingContext, formatBaggage, mergeBaggage, parseBaggage } from './baggage.ts'
import type { RandomBytes } from './random.ts'
import { parseRate, randomFraction } from './sampling.ts'
import type { SpanContext } from './span.ts'

/** A trace that began elsewhere, as its headers tell. */
export interface IncomingTrace {
  traceId: string
  parentSpanId: string | undefined
  sampled: boolean | undefined
  /** Frozen: only who began the trace may add to it, so it is empty where none came. */
  samplingContext: DynamicSamplingContext
  /** From 0 to 1, the same for every decision along the trace. */
  sampleRand: number
}

/** What a request carries so that its trace goes on where it arrives. */
export type TraceHeaders = Record<'sentry-trace' | 'baggage' | 'traceparent', string>

/** Headers as Node has them, in lower case; a name may stand more than once. */
export type IncomingHeaders = Record<string, string | string[] | null | undefined>

// Each part may be missing: https://develop.sentry.dev/sdk/telemetry/traces/#header-sentry-trace
const sentryTrace = /^[ \t]*([0-9a-f]{32})?-?([0-9a-f]{16})?-?([01])?[ \t]*$/

// Zeros are no ids, and version ff is none: https://www.w3.org/TR/trace-context/#traceparent-header
const traceparent = /^\s*(?!ff)[0-9a-f]{2}-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-([0-9a-f]{2})/

/** Undefined where the headers name no trace, whatever else stands in them. Never throws. */
export function parseTraceHeaders(headers: IncomingHeaders, random: RandomBytes): IncomingTrace | undefined {
  const [, traceId, parentSpanId, flag] = sentryTrace.exec(textOf(headers['sentry-trace'])) ?? []
  if (traceId === undefined) return parseTraceparent(textOf(headers.traceparent), random)
  const sampled = flag === undefined ? undefined : flag === '1'
  const samplingContext = parseBaggage(textOf(headers.baggage))
  const sampleRand = randOf(samplingContext ?? {}, sampled, random)
  if (samplingContext) samplingContext.sample_rand = `${sampleRand}`
  return { traceId, parentSpanId, sampled, samplingContext: samplingContext ?? {}, sampleRand }
}

function parseTraceparent(header: string, random: RandomBytes): IncomingTrace | undefined {
  const [, traceId, parentSpanId, flags] = traceparent.exec(header) ?? []
  if (traceId === undefined) return undefined
  const sampled = (Number(`0x${flags}`) & 1) === 1
  return { traceId, parentSpanId, sampled, samplingContext: {}, sampleRand: randomFraction(random) }
}

/** The trace's own, or, where it came without, one by which the same would have been decided. */
function randOf(
  { sample_rand, sample_rate }: DynamicSamplingContext,
  sampled: boolean | undefined,
  random: RandomBytes,
): number {
  const rand = parseRate(sample_rand)
  if (sample_rand && rand !== undefined) return rand
  const rate = parseRate(sample_rate)
  const fraction = randomFraction(random)
  if (!sample_rate || !rate || sampled === undefined) return fraction
  return sampled ? fraction * rate : rate + fraction * (1 - rate)
}

export function formatTraceHeaders(
  { traceId, spanId, sampled }: SpanContext,
  samplingContext: DynamicSamplingContext,
): TraceHeaders {
  return {
    'sentry-trace': `${traceId}-${spanId}${sampled === undefined ? '' : sampled ? '-1' : '-0'}`,
    baggage: formatBaggage(samplingContext),
    traceparent: `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`,
  }
}

/** Puts the trace into a request's headers, unless somebody has put one there already. */
export function injectTrace(headers: Pick<Headers, 'get' | 'set'>, trace: TraceHeaders): void {
  if (headers.get('sentry-trace')) return
  headers.set('sentry-trace', trace['sentry-trace'])
  if (!headers.get('traceparent')) headers.set('traceparent', trace.traceparent)
  const baggage = mergeBaggage(headers.get('baggage') ?? '', trace.baggage)
  if (baggage) headers.set('baggage', baggage)
}

/** `<meta>` elements by which a page load goes on with the trace of the request that answered it. */
export function metaTags(trace: TraceHeaders): { name: string; content: string }[] {
  const names = ['sentry-trace', 'baggage'] as const
  return names.flatMap((name) => (trace[name] ? [{ name, content: trace[name] }] : []))
}

/**
 * Whether a request may carry the trace. Ids tell strangers nothing, but release and environment travel
 * with them, and foreign hosts may refuse headers that they do not know. Same origin by default; a text
 * stands for an origin, or an address or path (of this origin) and all below it.
 */
export function isAllowedTarget(
  url: string,
  origin: string | undefined,
  targets: (string | RegExp)[] = ['/'],
): boolean {
  try {
    const { href } = new URL(url, origin)
    return targets.some((target) => {
      if (typeof target !== 'string') return href.search(target) >= 0
      const base = new URL(target, origin).href
      return href.startsWith(base) && (/[/?#]$/.test(base) || /^$|^[/?#]/.test(href.slice(base.length)))
    })
  } catch {
    return false // whoever sends it will hear what is wrong with the address
  }
}

function textOf(header: string | string[] | null | undefined): string {
  return [header ?? ''].flat().join()
}

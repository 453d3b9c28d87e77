import type { RandomBytes } from '../random.ts'
import { continueTrace } from './propagation.ts'
import { parseRate, randomFraction } from './sampling.ts'
import type { IncomingTrace } from './span.ts'

/** Headers as Node has them, in lower case; a name may stand more than once. */
export type IncomingHeaders = Record<string, string | string[] | null | undefined>

// Zeros are no ids, and version ff is none: https://www.w3.org/TR/trace-context/#traceparent-header
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-([0-9a-f]{2})(?![0-9a-f])/

/**
 * The trace that a request came with, Sentry's or the W3C's. Undefined where the headers name none,
 * whatever else stands in them. Never throws.
 */
export function parseTraceHeaders(headers: IncomingHeaders, random: RandomBytes): IncomingTrace | undefined {
  // most requests begin their trace here
  if (headers['sentry-trace'] == null && headers.traceparent == null) return undefined
  const incoming =
    continueTrace(textOf(headers['sentry-trace']), textOf(headers.baggage)) ??
    parseTraceparent(textOf(headers.traceparent))
  if (!incoming) return undefined
  const { samplingContext, sampled } = incoming
  const sampleRand =
    incoming.sampleRand ?? likelyRand(parseRate(samplingContext.sample_rate), sampled, randomFraction(random))
  // Whoever goes on with it decides by the same number, even where it came without `baggage`.
  return { ...incoming, sampleRand, samplingContext: { ...samplingContext, sample_rand: `${sampleRand}` } }
}

function parseTraceparent(header: string): IncomingTrace | undefined {
  const [, traceId, parentSpanId, flags] = traceparent.exec(header.trim()) ?? []
  if (traceId === undefined) return undefined
  const sampled = (Number(`0x${flags}`) & 1) === 1
  return { traceId, parentSpanId, sampled, samplingContext: {}, sampleRand: undefined }
}

/** One by which the same would have been decided, for a trace that came without. */
function likelyRand(rate: number | undefined, sampled: boolean | undefined, fraction: number): number {
  if (!rate || sampled === undefined) return fraction
  return sampled ? fraction * rate : rate + fraction * (1 - rate)
}

function textOf(header: string | string[] | null | undefined): string {
  return [header ?? ''].flat().join()
}

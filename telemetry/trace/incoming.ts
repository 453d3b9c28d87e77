import type { RandomBytes } from '../random.ts'
import { continueTrace } from './propagation.ts'
import { parseRate, randomFraction } from './sampling.ts'
import type { IncomingTrace } from './span.ts'

/** Headers as Node has them, in lower case. A name may occur several times. */
export type IncomingHeaders = Record<string, string | string[] | null | undefined>

// Zeros are no valid ids, and version ff is not valid:
// https://www.w3.org/TR/trace-context/#traceparent-header
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-([0-9a-f]{2})(?![0-9a-f])/

/**
 * Parses the trace of an incoming request, in Sentry's or the W3C's headers. Undefined if the headers
 * contain none, whatever else they contain. Never throws.
 */
export function parseTraceHeaders(headers: IncomingHeaders, random: RandomBytes): IncomingTrace | undefined {
  // Most requests start their trace here.
  if (headers['sentry-trace'] == null && headers.traceparent == null) return undefined
  const incoming =
    continueTrace(textOf(headers['sentry-trace']), textOf(headers.baggage)) ??
    parseTraceparent(textOf(headers.traceparent))
  if (!incoming) return undefined
  const { samplingContext, sampled } = incoming
  const sampleRand =
    incoming.sampleRand ?? likelyRand(parseRate(samplingContext.sample_rate), sampled, randomFraction(random))
  // Later services decide by the same number, even if the trace came without `baggage`.
  return { ...incoming, sampleRand, samplingContext: { ...samplingContext, sample_rand: `${sampleRand}` } }
}

function parseTraceparent(header: string): IncomingTrace | undefined {
  const [, traceId, parentSpanId, flags] = traceparent.exec(header.trim()) ?? []
  if (traceId === undefined) return undefined
  const sampled = (Number(`0x${flags}`) & 1) === 1
  return { traceId, parentSpanId, sampled, samplingContext: {}, sampleRand: undefined }
}

/** Invents a number that would have led to the same decision, for a trace that came without one. */
function likelyRand(rate: number | undefined, sampled: boolean | undefined, fraction: number): number {
  if (!rate || sampled === undefined) return fraction
  return sampled ? fraction * rate : rate + fraction * (1 - rate)
}

function textOf(header: string | string[] | null | undefined): string {
  return [header ?? ''].flat().join()
}

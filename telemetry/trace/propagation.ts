import { type DynamicSamplingContext, formatBaggage, joinBaggage, parseBaggage } from './baggage.ts'
import { parseRate } from './sampling.ts'
import type { IncomingTrace, SpanContext } from './span.ts'

/** The headers by which a request continues its trace in another service. */
export type TraceHeaders = Record<'sentry-trace' | 'baggage' | 'traceparent', string>

/** Parses the trace of a `sentry-trace` header or `<meta>`, with its `baggage`. Never throws. */
export function continueTrace(header: string, baggage: string): IncomingTrace | undefined {
  // Parts may be missing: https://develop.sentry.dev/sdk/telemetry/traces/#header-sentry-trace
  const sentryTrace = /^[ \t]*([\da-f]{32})-?([\da-f]{16})?-?([01])?[ \t]*$/
  const [, traceId, parentSpanId, flag] = sentryTrace.exec(header) ?? []
  const samplingContext = parseBaggage(baggage)
  return traceId
    ? {
        traceId,
        parentSpanId,
        sampled: flag ? flag === '1' : undefined,
        samplingContext,
        sampleRand: parseRate(samplingContext.sample_rand),
      }
    : undefined
}

export function formatTraceHeaders(
  { traceId, spanId, sampled }: SpanContext,
  samplingContext: DynamicSamplingContext,
): TraceHeaders {
  const ids = `${traceId}-${spanId}`
  const flag = sampled ? '1' : '0'
  return {
    'sentry-trace': sampled === undefined ? ids : `${ids}-${flag}`,
    baggage: formatBaggage(samplingContext),
    traceparent: `00-${ids}-0${flag}`,
  }
}

/** Adds the trace to a request's headers, unless they already have one. */
export function injectTrace(headers: Pick<Headers, 'get' | 'set'>, trace: TraceHeaders): void {
  if (headers.get('sentry-trace')) return
  const { traceparent, baggage } = trace
  headers.set('sentry-trace', trace['sentry-trace'])
  headers.set('traceparent', headers.get('traceparent') ?? traceparent)
  if (baggage) headers.set('baggage', joinBaggage(headers.get('baggage') ?? '', baggage.split(',')))
}

/** Writes `<meta>` elements by which a page load continues the trace of the request for its document. */
export function metaTags(trace: TraceHeaders): { name: string; content: string }[] {
  const names = ['sentry-trace', 'baggage'] as const
  return names.flatMap((name) => (trace[name] ? [{ name, content: trace[name] }] : []))
}

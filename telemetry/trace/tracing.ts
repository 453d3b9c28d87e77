import { countItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { cryptoRandom, type RandomBytes, randomHex } from '../random.ts'
import type { ContextProvider } from '../scope/context.ts'
import type { ScopedTelemetry } from '../scope/scoped-telemetry.ts'
import { attempt } from '../transport/attempt.ts'
import { type IdleOptions, type IdleSpan, makeIdle } from './idle-span.ts'
import { formatTraceHeaders, type TraceHeaders } from './propagation.ts'
import { decideSampling, randomFraction, type SamplingOptions } from './sampling.ts'
import {
  createSpan,
  type IncomingTrace,
  type Span,
  type SpanOptions,
  type Trace,
  type TransactionSource,
} from './span.ts'
import { isNotFound, toTraceContext, toTransaction } from './transaction.ts'

export interface TracingOptions extends SamplingOptions {
  clock: Clock
  random?: RandomBytes
  /** Which span the running code is in. Without it, it is the latest idle span, as in a page. */
  spans?: ContextProvider<Span> | undefined
  /** The key of the DSN: it tells whoever goes on with a trace whose trace it is. */
  publicKey?: string | undefined
}

export interface RootOptions extends SpanOptions {
  /** How it came by its name. Names made of addresses are `url`: they stay out of headers. */
  source?: TransactionSource
  /** The trace that it goes on with; a new one, if absent. */
  from?: IncomingTrace | undefined
}

/** Nothing here throws, other than what the work that it runs throws. */
export interface Tracing {
  /** The span of the running code; where there is none, one that records nothing but has a trace. */
  activeSpan(): Span
  /** A span below nothing. It and its descendants are delivered as one transaction when it ends. */
  startRootSpan(options: RootOptions): Span
  /** A root that ends by itself, and that is active wherever no other is until the next one starts. */
  startIdleSpan(options: RootOptions & IdleOptions): IdleSpan
  /** Runs `work` with `span` as the active one. */
  withSpan<Result>(span: Span, work: () => Result): Result
  /** What a request carries so that what it starts elsewhere is part of the active span's trace. */
  traceHeaders(span?: Span): TraceHeaders
}

/** Traces for a telemetry. What that captures from now on says in which trace it happened. */
export function createTracing(telemetry: ScopedTelemetry, options: TracingOptions): Tracing {
  const { clock, random = cryptoRandom, spans, publicKey } = options
  const { release, environment } = telemetry.globalScope
  const { discards } = telemetry

  const startRoot = (rootOptions: RootOptions, sampling: SamplingOptions): Span => {
    const { from = {}, source = 'custom' } = rootOptions
    const {
      traceId = randomHex(random, 16),
      sampleRand: rand = randomFraction(random),
      parentSpanId,
      samplingContext: frozen,
    }: Partial<IncomingTrace> = from
    const scope = telemetry.scope()
    const { sampled, recording, sampleRate } = decideSampling(sampling, rootOptions, rand)
    const finish = (): void => {
      if (trace.recording) {
        trace.recording = false
        const payload = toTransaction(root, randomHex(random, 16), scope)
        const item = { type: 'transaction', payload, trace: trace.samplingContext() } as const
        const lost = trace.dropped + trace.spans.length - 1 - payload.spans.length
        if (lost) discards.count('event_processor', 'span', '', lost)
        if (isNotFound(payload)) countItem(discards, 'event_processor', item)
        else telemetry.deliver(item)
      } else if (recording === false) {
        discards.count('sample_rate', 'transaction')
        discards.count('sample_rate', 'span')
      }
    }
    const trace: Trace = {
      clock,
      random,
      source,
      measurements: {},
      recording: !!recording,
      spans: [],
      dropped: 0,
      // What began elsewhere is frozen but for the rate, as in @sentry/core's dynamicSamplingContext.ts.
      samplingContext: () => ({
        ...(frozen ?? {
          trace_id: traceId,
          public_key: publicKey,
          sampled: sampled?.toString(),
          sample_rand: `${rand}`,
          environment,
          release,
          transaction: trace.source === 'url' ? undefined : root.name,
        }),
        ...(sampleRate !== undefined && { sample_rate: `${sampleRate}` }),
      }),
      onEnd: (span) => span === root && attempt(finish),
    }
    const ids = { traceId, spanId: randomHex(random, 8), parentSpanId, sampled }
    const root = createSpan(trace, rootOptions, ids)
    return root
  }

  let page = startRoot({ op: '', name: '' }, {})
  const activeSpan = (): Span => spans?.current() ?? page
  telemetry.setTraceContext(
    () => toTraceContext(activeSpan()),
    () => activeSpan().trace.samplingContext(),
  )

  return {
    activeSpan,
    startRootSpan: (rootOptions) => startRoot(rootOptions, options),
    startIdleSpan(rootOptions) {
      page = startRoot(rootOptions, options)
      return makeIdle(page, rootOptions)
    },
    withSpan: (span, work) => (spans ? spans.run(span, work) : work()),
    traceHeaders: ({ context, trace } = activeSpan()) => formatTraceHeaders(context, trace.samplingContext()),
  }
}

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
  /** The current span of the running code. Without it, the latest idle span is current, as in a page. */
  spans?: ContextProvider<Span> | undefined
  /** The key of the DSN, which tells other services whose trace it is. */
  publicKey?: string | undefined
}

export interface RootOptions extends SpanOptions {
  /** The source of the name. Names from addresses are `url`, and are not put into headers. */
  source?: TransactionSource
  /** The trace to continue. The default is a new one. */
  from?: IncomingTrace | undefined
}

/** Nothing here throws, except for what the given work throws. */
export interface Tracing {
  /** The span of the running code. If there is none, a span that is not recorded but has a trace. */
  activeSpan(): Span
  /** Starts a span without a parent. It is delivered with its descendants as one transaction when it ends. */
  startRootSpan(options: RootOptions): Span
  /** Starts a root that ends by itself. It is active wherever no other span is, until the next one starts. */
  startIdleSpan(options: RootOptions & IdleOptions): IdleSpan
  /** Runs `work` with `span` as the active one. */
  withSpan<Result>(span: Span, work: () => Result): Result
  /** The headers by which work that a request starts elsewhere joins the active span's trace. */
  traceHeaders(span?: Span): TraceHeaders
}

/** Creates tracing for a telemetry, whose events then contain their trace. */
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
      // An incoming context is frozen, except for the rate, as in @sentry/core's dynamicSamplingContext.ts.
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

import { countItem } from './adapter.ts'
import { attempt } from './attempt.ts'
import type { Clock } from './clock.ts'
import { type ContextProvider, createStackContext } from './context.ts'
import { type IdleOptions, type IdleSpan, makeIdle } from './idle-span.ts'
import {
  formatTraceHeaders,
  type IncomingHeaders,
  type IncomingTrace,
  parseTraceHeaders,
  type TraceHeaders,
} from './propagation.ts'
import { cryptoRandom, type RandomBytes, randomHex } from './random.ts'
import {
  decideSampling,
  parseRate,
  randomFraction,
  type SamplingDecision,
  type SamplingOptions,
} from './sampling.ts'
import type { Scope } from './scope.ts'
import { createSpan, type Span, type SpanOptions, type Trace } from './span.ts'
import type { Telemetry } from './telemetry.ts'
import { isNotFound, type TransactionSource, toTransaction } from './transaction.ts'

export interface TracingOptions extends SamplingOptions {
  clock: Clock
  random?: RandomBytes
  /** Which span the running code is in. By default: as far as synchronous code goes. */
  spans?: ContextProvider<Span>
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
  /**
   * Runs `work` in a child of the active span, and hands on what it returns or throws. The span ends when
   * that has settled. Below no root nothing is recorded: queries of a timer are no visitor's trace.
   */
  startSpan<Result>(options: SpanOptions, work: (span: Span) => Result): Result
  /** A span below nothing. It and its descendants are delivered as one transaction when it ends. */
  startRootSpan(options: RootOptions): Span
  /** A root that ends by itself, and that is active wherever no other is until the next one starts. */
  startIdleSpan(options: RootOptions & IdleOptions): IdleSpan
  /** Runs `work` with `span` as the active one. */
  withSpan<Result>(span: Span, work: () => Result): Result
  /** What to begin a root `from`, undefined where the headers name no trace. */
  continueTrace(headers: IncomingHeaders): IncomingTrace | undefined
  /** What a request carries so that what it starts elsewhere is part of the active span's trace. */
  traceHeaders(span?: Span): TraceHeaders
}

/** Traces for a telemetry. What that captures from now on says in which trace it happened. */
export function createTracing(telemetry: Telemetry, options: TracingOptions): Tracing {
  const { clock, random = cryptoRandom, spans = createStackContext<Span>(), publicKey } = options
  const { release, environment = 'production' } = telemetry.options
  const isOn = options.sampler !== undefined || options.sampleRate !== undefined

  const startRoot = (rootOptions: RootOptions, isOn: boolean): Span => {
    const { from, source = 'custom' } = rootOptions
    const incoming = from?.samplingContext
    const rand = from?.sampleRand ?? randomFraction(random)
    const traceId = from?.traceId ?? randomHex(random, 16)
    const scope = telemetry.scope()
    const parent = { parentSampled: from?.sampled, parentSampleRate: parseRate(incoming?.sample_rate) }
    // Where tracing is off, what was decided before us is handed on all the same.
    const { sampled, sampleRate }: SamplingDecision = isOn
      ? decideSampling(options, { ...rootOptions, ...parent }, rand)
      : { sampled: from?.sampled }
    const trace: Trace = {
      clock,
      random,
      source,
      measurements: {},
      recording: isOn && sampled === true,
      spans: [],
      dropped: 0,
      // What began elsewhere is frozen but for the rate, as in @sentry/core's dynamicSamplingContext.ts.
      samplingContext: () => ({
        ...(incoming ?? {
          environment,
          ...(release && { release }),
          ...(publicKey && { public_key: publicKey }),
          trace_id: traceId,
          ...(isOn && {
            ...(trace.source !== 'url' && { transaction: root.name }),
            sampled: `${sampled}`,
            sample_rand: `${rand}`,
          }),
        }),
        ...(sampleRate !== undefined && { sample_rate: `${sampleRate}` }),
      }),
      onEnd: (span) => span === root && attempt(() => finish(root, scope)),
    }
    const ids = { traceId, spanId: randomHex(random, 8), parentSpanId: from?.parentSpanId, sampled }
    const root = createSpan(trace, rootOptions, ids)
    return root
  }

  const finish = (root: Span, scope: Scope): void => {
    const { discards } = telemetry
    const { trace, context } = root
    if (trace.recording) {
      trace.recording = false
      const payload = toTransaction(root, randomHex(random, 16), scope, telemetry.options)
      const item = { type: 'transaction', payload, trace: trace.samplingContext() } as const
      const lost = trace.dropped + trace.spans.length - 1 - payload.spans.length
      if (lost > 0) discards.count('event_processor', 'span', undefined, lost)
      if (isNotFound(payload)) countItem(discards, 'event_processor', item)
      else telemetry.deliver(item)
    } else if (isOn && context.sampled === false) {
      discards.count('sample_rate', 'transaction')
      discards.count('sample_rate', 'span')
    }
  }

  let page = startRoot({ op: '', name: '' }, false)
  const activeSpan = (): Span => spans.current() ?? page
  telemetry.setTraceContext(() => {
    const { traceId, spanId, parentSpanId } = activeSpan().context
    return { trace_id: traceId, span_id: spanId, parent_span_id: parentSpanId }
  })

  return {
    activeSpan,
    startSpan(spanOptions, work) {
      const span = activeSpan().startChild(spanOptions)
      return endsWith(span, () => spans.run(span, () => work(span)))
    },
    startRootSpan: (rootOptions) => startRoot(rootOptions, isOn),
    startIdleSpan(rootOptions) {
      page = startRoot(rootOptions, isOn)
      return makeIdle(page, rootOptions)
    },
    withSpan: spans.run,
    continueTrace: (headers) => parseTraceHeaders(headers, random),
    traceHeaders: ({ context, trace } = activeSpan()) => formatTraceHeaders(context, trace.samplingContext()),
  }
}

/** Ends the span when the work has settled. A failure goes on, as unhandled as it was. */
function endsWith<Result>(span: Span, work: () => Result): Result {
  const fail = (reason: unknown): never => {
    span.status ??= 'internal_error'
    span.end()
    throw reason
  }
  let result: Result
  try {
    result = work()
  } catch (error) {
    return fail(error)
  }
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  const settled = result.then((value: unknown) => {
    span.end()
    return value
  }, fail)
  return settled as Result // the same promise, a step later
}

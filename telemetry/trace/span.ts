import type { Clock } from '../clock.ts'
import { limits } from '../limits.ts'
import { type RandomBytes, randomHex } from '../random.ts'
import type { DynamicSamplingContext } from './baggage.ts'

/** Where a span stands in its trace. Ids are lower-case hex. */
export interface SpanContext {
  /** 32 characters. */
  traceId: string
  /** 16 characters. */
  spanId: string
  parentSpanId?: string | undefined
  /** Undefined where nobody has decided: tracing is off, and so it was before us. */
  sampled: boolean | undefined
}

/** A trace that began elsewhere, as its headers tell. */
export interface IncomingTrace {
  traceId: string
  parentSpanId: string | undefined
  sampled: boolean | undefined
  /** Frozen: only who began the trace may add to it, so it is empty where none came. */
  samplingContext: DynamicSamplingContext
  /** From 0 to 1, the same for every decision along the trace. */
  sampleRand: number | undefined
}

/** https://develop.sentry.dev/sdk/data-model/event-payloads/span/#attributes, those that we set. */
export type SpanStatus =
  | 'ok'
  | 'already_exists'
  | 'cancelled'
  | 'deadline_exceeded'
  | 'failed_precondition'
  | 'internal_error'
  | 'invalid_argument'
  | 'not_found'
  | 'permission_denied'
  | 'resource_exhausted'
  | 'unauthenticated'
  | 'unavailable'
  | 'unimplemented'

export type SpanAttribute = string | number | boolean | undefined

export interface SpanOptions {
  /** What kind of work: `db`, `http.client`, `ui.load`. */
  op: string
  name: string
  /** Milliseconds since the epoch; now, if absent. */
  startTimeMs?: number
  attributes?: Record<string, SpanAttribute>
}

/** What is known of a span; with an `endTimeMs` it is finished and stays as it is. */
export interface SpanData {
  readonly context: SpanContext
  readonly op: string
  readonly startTimeMs: number
  name: string
  endTimeMs?: number | undefined
  status?: SpanStatus | undefined
  attributes: Record<string, SpanAttribute>
}

export interface Span extends SpanData {
  /** What it shares with the others below the same root. */
  readonly trace: Trace
  readonly root: Span
  setAttribute(key: string, value: SpanAttribute): void
  /** Only the first call counts. Never ends before it started. */
  end(endTimeMs?: number): void
  startChild(options: SpanOptions): Span
}

/** How a transaction came by its name: https://develop.sentry.dev/sdk/data-model/event-payloads/transaction/ */
export type TransactionSource = 'custom' | 'route' | 'url'

export type Measurements = Record<string, { value: number; unit: MeasurementUnit }>

export type MeasurementUnit = 'millisecond' | 'byte' | ''

/** A root and all that came of it in this process. */
export interface Trace {
  readonly clock: Clock
  readonly random: RandomBytes
  /** How the root came by its name. */
  source: TransactionSource
  readonly measurements: Measurements
  /** Whether spans are kept: `sampled` may be somebody else's decision, while we record nothing. */
  recording: boolean
  /** The root first, then its descendants as they started. */
  readonly spans: Span[]
  /** Spans that were left out: too many, or too late. */
  dropped: number
  /** What the trace's headers tell whoever goes on with it. */
  readonly samplingContext: () => DynamicSamplingContext
  onStart?: (span: Span) => unknown
  onEnd?: (span: Span) => unknown
}

/** A span of `trace`, open. It is kept as long as the root is open and there is room. */
export function createSpan(trace: Trace, options: SpanOptions, context: SpanContext, root?: Span): Span {
  const { clock, spans } = trace
  const { op, name, startTimeMs = clock(), attributes } = options
  const span: Span & { root: Span } = {
    trace,
    // No getter: a literal's own gives each object a hidden class, which only a full collection frees.
    root: root as Span, // set below
    context,
    op,
    name,
    startTimeMs,
    attributes: { ...attributes },
    setAttribute(key, value) {
      span.attributes[key] = value
    },
    end(endTimeMs = clock()) {
      if (span.endTimeMs !== undefined) return // a late `finally` must not report twice
      span.endTimeMs = Math.max(startTimeMs, endTimeMs)
      trace.onEnd?.(span)
    },
    startChild: (options) =>
      createSpan(
        trace,
        options,
        { ...context, spanId: randomHex(trace.random, 8), parentSpanId: context.spanId },
        span.root,
      ),
  }
  span.root ??= span
  if (trace.recording) {
    if (spans.length <= limits.spans) {
      spans.push(span)
      trace.onStart?.(span)
    } else trace.dropped++
  }
  return span
}

import type { Clock } from '../clock.ts'
import { limits } from '../limits.ts'
import { type RandomBytes, randomHex } from '../random.ts'
import type { DynamicSamplingContext } from './baggage.ts'

/** The position of a span in its trace. Ids are lower-case hex. */
export interface SpanContext {
  /** 32 characters. */
  traceId: string
  /** 16 characters. */
  spanId: string
  parentSpanId?: string | undefined
  /** Undefined if nobody has decided: tracing is off here and was off before. */
  sampled: boolean | undefined
}

/** A trace that began elsewhere, as parsed from its headers. */
export interface IncomingTrace {
  traceId: string
  parentSpanId: string | undefined
  sampled: boolean | undefined
  /** Frozen, because only the service that began the trace may add to it. Empty if none came. */
  samplingContext: DynamicSamplingContext
  /** From 0 to 1, and the same for every decision along the trace. */
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
  /** The kind of work: `db`, `http.client`, `ui.load`. */
  op: string
  name: string
  /** Milliseconds since the epoch. The default is now. */
  startTimeMs?: number
  attributes?: Record<string, SpanAttribute>
}

/** The data of a span. Once it has an `endTimeMs` it is finished and does not change. */
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
  /** The data that all spans below one root share. */
  readonly trace: Trace
  readonly root: Span
  setAttribute(key: string, value: SpanAttribute): void
  /** Only the first call counts. The end is never before the start. */
  end(endTimeMs?: number): void
  startChild(options: SpanOptions): Span
}

/**
 * The source of a transaction's name:
 * https://develop.sentry.dev/sdk/data-model/event-payloads/transaction/
 */
export type TransactionSource = 'custom' | 'route' | 'url'

export type Measurements = Record<string, { value: number; unit: MeasurementUnit }>

export type MeasurementUnit = 'millisecond' | 'byte' | ''

/** A root and all spans below it in this process. */
export interface Trace {
  readonly clock: Clock
  readonly random: RandomBytes
  /** The source of the root's name. */
  source: TransactionSource
  readonly measurements: Measurements
  /** Whether spans are recorded. `sampled` may be another service's decision, even if we record nothing. */
  recording: boolean
  /** The root first, then its descendants as they started. */
  readonly spans: Span[]
  /** The number of dropped spans: too many, or too late. */
  dropped: number
  /** The data that the trace's headers pass on. */
  readonly samplingContext: () => DynamicSamplingContext
  onStart?: (span: Span) => unknown
  onEnd?: (span: Span) => unknown
}

/** Creates an open span of `trace`. It is recorded while the root is open and there is room. */
export function createSpan(trace: Trace, options: SpanOptions, context: SpanContext, root?: Span): Span {
  const { clock, spans } = trace
  const { op, name, startTimeMs = clock(), attributes } = options
  const span: Span & { root: Span } = {
    trace,
    // The field is no getter, because a getter in a literal gives each object a hidden class, which only a
    // full garbage collection frees.
    root: root as Span, // The line below the object sets it.
    context,
    op,
    name,
    startTimeMs,
    attributes: { ...attributes },
    setAttribute(key, value) {
      span.attributes[key] = value
    },
    end(endTimeMs = clock()) {
      if (span.endTimeMs !== undefined) return // A late `finally` must not report it twice.
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

import type { EventLevel } from '#server/processing/event.ts'
import type { LogLevel } from '#server/processing/record.ts'
import type { NormalizedSpan, Side } from '#server/processing/span.ts'

/** All that is stored of a trace, in all projects. */
export interface TraceListing {
  /** 32 lower-case hex characters. */
  traceId: string
  /** Each span stands before its children, and siblings stand in the order of their starts. */
  spans: TraceSpan[]
  /** Errors whose span is not stored, because it was not sampled or was lost. */
  looseErrors: TraceError[]
  /** False when the trace has more than a listing holds; what started last is left out. */
  isWhole: boolean
}

/** A stored span at its place in the trace. */
export interface TraceSpan extends Omit<NormalizedSpan, 'traceId'> {
  projectId: number
  projectSlug: string
  /** How many of the spans before it are above it; 0 when the parent is not stored. */
  depth: number
  /** What was thrown while this was the innermost running span. */
  errors: TraceError[]
}

/** An event of the trace. */
export interface TraceError {
  projectId: number
  projectSlug: string
  eventId: string
  issueId: number
  /** The span in which it was thrown; null when the event names none. */
  spanId: string | null
  /** Milliseconds since the epoch. */
  timestamp: number
  level: EventLevel
  type: string
  value: string
}

/** A trace around one of its events: few enough spans to be read at a glance. */
export interface TraceExcerpt {
  traceId: string
  /** How many spans were read. */
  spanCount: number
  errorCount: number
  /** False when the trace has more than was read. */
  isWhole: boolean
  durationUs: number
  /** From top to bottom; each row stands before those below it in the tree. */
  rows: TraceRow[]
}

export interface TraceRow {
  kind: 'span' | 'error'
  /** How many of the rows before it are above it in the tree. */
  depth: number
  op: string
  name: string
  side: Side
  /** True of errors, and of spans whose status is neither `ok` nor `unset`. */
  isFailed: boolean
  /** Microseconds since the trace began. */
  startUs: number
  durationUs: number
  /** True of the event itself and of the span that it happened in. */
  isHere: boolean
  /** An error's event; absent for spans. */
  event?: { issueId: number; eventId: string }
}

/** A log of the trace. */
export interface TraceLog {
  id: number
  projectSlug: string
  timestampUs: number
  level: LogLevel
  /** The beginning of what was logged. */
  body: string
  /** Null when the log names no span. */
  spanId: string | null
}

import type { TraceSpan } from '#server/models/traces/traces.ts'

/** A trace from top to bottom. Times are microseconds since its beginning, in one clock. */
export interface Waterfall {
  traceId: string
  /** The name of the row that began first, its operation and its project; these two are empty without any span. */
  name: string
  op: string
  projectSlug: string
  /** Microseconds since the epoch. */
  startUs: number
  durationUs: number
  rows: WaterfallRow[]
  /** The spans that rows are made of, by the rows' keys. */
  spans: Map<string, TraceSpan>
  spanCount: number
  errorCount: number
  logCount: number
  /** How many spans have a parent that is not stored. */
  orphanCount: number
  projects: string[]
  environments: string[]
  releases: TraceRelease[]
  /** The clocks that were corrected. */
  clocks: ClockCorrection[]
  marks: VitalMark[]
  /** False when the trace has more than is shown. */
  isWhole: boolean
}

export interface TraceRelease {
  projectSlug: string
  version: string
}

export interface ClockCorrection {
  projectSlug: string
  side: 'browser' | 'server'
  /** What was added to the times of this clock. */
  offsetUs: number
}

/** A web vital that is a moment, such as `LCP`, and when it was. */
export interface VitalMark {
  name: string
  atUs: number
}

export interface WaterfallRow {
  /** A span's id; for other rows a text that is unique among the rows. */
  key: string
  kind: 'span' | 'gap' | 'error' | 'log'
  depth: number
  /** How many of the rows that follow are below it. */
  size: number
  op: string
  name: string
  tone: SpanTone
  projectSlug: string
  startUs: number
  durationUs: number
  /** The status of a failed span, or the level of a log; absent for other rows. */
  state?: string
  /** The span's parent is not stored; absent for all others. */
  isOrphan?: true
  /** The stretches of the critical path that were spent in the span; absent when there are none. */
  critical?: [startUs: number, endUs: number][]
  /** How many errors happened in the span; absent when none did. */
  errors?: number
  /** The issue and the event of an error; absent for other rows. */
  issueId?: number
  eventId?: string
}

/** The colour of a row's bar. */
export type SpanTone = 'browser' | 'server' | 'database' | 'error' | 'nothing' | 'log'

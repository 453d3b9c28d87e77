import type { TraceSpan } from '#server/models/traces.ts'

/** A trace from top to bottom. Times are microseconds since its beginning, in one clock. */
export interface Waterfall {
  traceId: string
  /** Of what began first. */
  name: string
  /** Microseconds since the epoch. */
  startUs: number
  durationUs: number
  rows: WaterfallRow[]
  /** What the rows of spans are made of, by their keys. */
  spans: Map<string, TraceSpan>
  spanCount: number
  errorCount: number
  logCount: number
  /** Spans whose parent is not stored. */
  orphanCount: number
  projects: string[]
  environments: string[]
  releases: TraceRelease[]
  /** Clocks that were put right. */
  clocks: ClockCorrection[]
  marks: VitalMark[]
  /** False when there is more than is shown. */
  isWhole: boolean
}

export interface TraceRelease {
  projectSlug: string
  version: string
}

export interface ClockCorrection {
  projectSlug: string
  side: 'browser' | 'server'
  /** What was added to its times. */
  offsetUs: number
}

/** A web vital that is a moment: `LCP`, and when it was. */
export interface VitalMark {
  name: string
  atUs: number
}

export interface WaterfallRow {
  /** Of a span its id; unique among the rows. */
  key: string
  kind: 'span' | 'gap' | 'error' | 'log'
  depth: number
  /** How many of the rows that follow are below it. */
  size: number
  op: string
  name: string
  tone: Tone
  projectSlug: string
  startUs: number
  durationUs: number
  /** Of a span that failed what went wrong, of a log its level. */
  state?: string
  /** Its parent is not stored. */
  isOrphan?: true
  /** The stretches of the critical path that were spent in it: start and end. */
  critical?: [startUs: number, endUs: number][]
  /** Errors that happened in it. */
  errors?: number
  /** Of an error the issue and the event that it leads to. */
  issueId?: number
  eventId?: string
}

/** What a row's bar is coloured by. */
export type Tone = 'browser' | 'server' | 'database' | 'error' | 'nothing' | 'log'

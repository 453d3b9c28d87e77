/** What a list shows of a trace besides its segment. */
export interface TraceRowFacts {
  /** The earliest event of the trace that is stored; null without any. */
  firstError: TraceFirstError | null
  /** The 95th percentile of the segment's route, in microseconds; null when nothing of it was measured. */
  p95Us: number | null
  /** Which side worked, one run after the other; empty when its spans are too many to be read for a list. */
  runs: SideRun[]
}

export interface TraceFirstError {
  issueId: number
  shortId: string
  type: string
  value: string
  /** How many events of the trace there are besides. */
  others: number
}

export type RunTone = 'browser' | 'server' | 'database'

export interface SideRun {
  tone: RunTone
  /** Of the segment's duration, from 0 to 1. */
  share: number
}

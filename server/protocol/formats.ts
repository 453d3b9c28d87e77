/** The format of a body: its address decides it, never its Content-Type. */
export type BodyFormat =
  | 'envelope'
  | 'store'
  | 'security'
  | 'nel'
  | 'minidump'
  | 'check_in'
  | 'otlp_traces'
  | 'otlp_logs'
  | 'otlp_metrics'

/** The item type that an unreadable body counts as. */
export const ITEM_TYPE_OF: Record<BodyFormat, string> = {
  envelope: 'envelope',
  store: 'event',
  security: 'raw_security',
  nel: 'nel',
  minidump: 'minidump',
  check_in: 'check_in',
  otlp_traces: 'span',
  otlp_logs: 'log',
  otlp_metrics: 'trace_metric',
}

/** Parts of a request outside its body that its format needs. */
export interface SubmissionHints {
  /** The monitor in a check-in's address. */
  slug?: string
  query?: Record<string, string>
  /** OTLP needs it, since it has two encodings, and a form, since its boundary is in it. */
  contentType?: string
  userAgent?: string
}

/** An accepted body: it is parsed in the writer's thread, not where requests are served. */
export interface Submission {
  /** An envelope by default. */
  format?: BodyFormat
  body: Uint8Array
  hints?: SubmissionHints
}

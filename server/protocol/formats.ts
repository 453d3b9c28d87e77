/** What a body holds: told by the address that it was sent to, never by its Content-Type. */
export type BodyFormat =
  | 'envelope'
  | 'store'
  | 'security'
  | 'nel'
  | 'minidump'
  | 'check_in'
  | 'otlp_traces'
  | 'otlp_logs'

/** The type of item that a body counts as when it can't be read. */
export const ITEM_TYPE_OF: Record<BodyFormat, string> = {
  envelope: 'envelope',
  store: 'event',
  security: 'raw_security',
  nel: 'nel',
  minidump: 'minidump',
  check_in: 'check_in',
  otlp_traces: 'span',
  otlp_logs: 'log',
}

/** What a request says outside of its body, as far as its format needs it. */
export interface SubmissionHints {
  /** The monitor in a check-in's address. */
  slug?: string
  query?: Record<string, string>
  /** Of OTLP, which has two encodings. */
  contentType?: string
  userAgent?: string
}

/** A body as the door hands it on: parsed in the writer's thread, not where requests are served. */
export interface Submission {
  /** An envelope, if it does not say. */
  format?: BodyFormat
  body: Uint8Array
  hints?: SubmissionHints
}

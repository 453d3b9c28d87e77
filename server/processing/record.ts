import type { Category } from '#server/protocol/outcome.ts'
import type { JsonObject } from './normalize/untrusted.ts'

/**
 * What is stored beside events and spans, normalized and scrubbed, whatever shape it was sent in. None of them is
 * among the outcomes yet: which of them are new, only the store can tell. Ids are lower-case hex.
 */
export type StoredRecord =
  | LogRecord
  | MetricRecord
  | SessionRecord
  | SessionCountsRecord
  | FeedbackRecord
  | CheckInRecord
  | AttachmentRecord

export type RecordKind = StoredRecord['kind']

interface KindFacts {
  /** What limits and outcomes count it as. */
  category: Category
  /** Whether a project that wants no more of a release has none of these of it either. */
  isFilteredByRelease: boolean
  /** Known by what it says, and small: a heavy envelope's are stored slice by slice, ahead of the rest. */
  isStoredAhead: boolean
}

const KINDS: Record<RecordKind, KindFacts> = {
  log: { category: 'log_item', isFilteredByRelease: true, isStoredAhead: true },
  metric: { category: 'trace_metric', isFilteredByRelease: true, isStoredAhead: true },
  session: { category: 'session', isFilteredByRelease: true, isStoredAhead: false },
  session_counts: { category: 'session', isFilteredByRelease: true, isStoredAhead: false },
  feedback: { category: 'feedback', isFilteredByRelease: true, isStoredAhead: false },
  check_in: { category: 'monitor', isFilteredByRelease: false, isStoredAhead: false },
  attachment: { category: 'attachment', isFilteredByRelease: false, isStoredAhead: false },
}

export function categoryOfKind(kind: RecordKind): Category {
  return KINDS[kind].category
}

export function isFilteredByRelease(kind: RecordKind): boolean {
  return KINDS[kind].isFilteredByRelease
}

export function isStoredAhead(kind: RecordKind): boolean {
  return KINDS[kind].isStoredAhead
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** https://develop.sentry.dev/sdk/telemetry/logs/ */
export interface LogRecord {
  kind: 'log'
  /** Microseconds since the epoch. */
  timestampUs: number
  level: LogLevel
  body: string
  traceId: string | null
  spanId: string | null
  release: string | null
  environment: string | null
  attributes: JsonObject
  /** With the time, it identifies the record: items/content-hash.ts. */
  contentHash: number
}

/** https://develop.sentry.dev/sdk/telemetry/metrics/ */
export interface MetricRecord {
  kind: 'metric'
  type: 'counter' | 'gauge' | 'distribution'
  name: string
  value: number
  /** Empty for none. */
  unit: string
  /** Microseconds since the epoch. */
  timestampUs: number
  traceId: string | null
  spanId: string | null
  release: string | null
  environment: string | null
  attributes: JsonObject
  /** Identifies the record like a log's hash. */
  contentHash: number
}

/** How a session went, from well to worst. A session that still runs went well, or had errors, so far. */
export type SessionHealth = 'healthy' | 'errored' | 'abnormal' | 'unhandled' | 'crashed'

/** What an SDK says of an abnormal session of an app that did not respond: https://develop.sentry.dev/sdk/telemetry/sessions/ */
export type AnrMechanism = 'anr_background' | 'anr_foreground'

/** One session as it stands now: https://develop.sentry.dev/sdk/telemetry/sessions/ */
export interface SessionRecord {
  kind: 'session'
  sessionId: string
  /** The update with the higher number wins. */
  sequence: number
  health: SessionHealth
  hasEnded: boolean
  errors: number
  /** Milliseconds since the epoch. */
  startedAt: number
  durationMs: number | null
  release: string
  environment: string
  /** Whose it is, as user-hash.ts hashes it; null when the SDK doesn't say. */
  userHash: number | null
  /** Null unless the session is abnormal because the app did not respond. */
  anr: AnrMechanism | null
}

/** Sessions that an SDK has counted by itself; they have no ids, so a repeat counts again. */
export interface SessionCountsRecord {
  kind: 'session_counts'
  release: string
  environment: string
  /** `startedAt` in milliseconds since the epoch. */
  counts: { startedAt: number; health: SessionHealth; quantity: number; userHash: number | null }[]
}

/** https://develop.sentry.dev/sdk/telemetry/feedbacks/, and the older user report. */
export interface FeedbackRecord {
  kind: 'feedback'
  feedbackId: string
  /** The event that it is about; it may come later, or never. */
  eventId: string | null
  /** Milliseconds since the epoch. */
  timestamp: number
  message: string
  name: string | null
  email: string | null
  url: string | null
  /** `widget`, `api`, `user_report`, … */
  source: string
  traceId: string | null
  release: string | null
  environment: string | null
}

export type CheckInStatus = 'in_progress' | 'ok' | 'error'

/** https://develop.sentry.dev/sdk/telemetry/check-ins/ */
export interface CheckInRecord {
  kind: 'check_in'
  /** Null to update the latest check-in in progress, or to create one. */
  checkInId: string | null
  /** The id of a check-in that this one creates. */
  newId: string
  monitorSlug: string
  status: CheckInStatus
  durationMs: number | null
  /** Milliseconds since the epoch. */
  timestamp: number
  traceId: string | null
  release: string | null
  environment: string
  /** Makes the monitor, or changes it. */
  monitorConfig: MonitorConfig | null
}

export interface MonitorConfig {
  schedule: { type: 'crontab'; value: string } | { type: 'interval'; value: number; unit: IntervalUnit }
  checkInMarginMinutes: number | null
  maxRuntimeMinutes: number | null
  timezone: string | null
  failureIssueThreshold: number | null
  recoveryThreshold: number | null
}

export type IntervalUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export interface AttachmentRecord {
  kind: 'attachment'
  /** The event, or feedback, that it belongs to; it may come later, or never. */
  eventId: string
  /** Shown on pages; never used as a file name on disk. */
  filename: string
  contentType: string | null
  /** `event.attachment`, `event.minidump`, … */
  attachmentType: string
  bytes: Uint8Array
  /** Hashes of the bytes, if they are known already. */
  sha256?: string
  sha1?: string
}

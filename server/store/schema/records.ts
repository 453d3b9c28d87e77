import type { Generated } from 'kysely'

/** What arrives beside events, spans, logs and metrics. */
export interface RecordTables {
  feedback: FeedbackTable
  monitor: MonitorTable
  check_in: CheckInTable
  attachment: AttachmentTable
}

interface FeedbackTable {
  id: Generated<number>
  project_id: number
  feedback_id: string
  /** The event that it is about, whether it is here or not. */
  event_id: string | null
  timestamp: number
  received_at: number
  message: string
  name: string | null
  email: string | null
  url: string | null
  source: string
  trace_id: string | null
  release: string | null
  environment: string | null
  /** `open`, `resolved` or `spam`. */
  status: Generated<string>
}

interface MonitorTable {
  id: Generated<number>
  project_id: number
  slug: string
  /** JSON; null until an SDK sends one. */
  config: string | null
  created_at: number
  /** When its last check-in came. */
  last_at: Generated<number>
}

interface CheckInTable {
  id: Generated<number>
  project_id: number
  monitor_id: number
  check_in_id: string
  /** `in_progress`, `ok` or `error`. */
  status: string
  environment: string
  duration_ms: number | null
  /** When it began. */
  timestamp: number
  received_at: number
  updated_at: number
  trace_id: string | null
  release: string | null
}

/** The bytes lie in a file that is named by their hash: attachments.ts. */
interface AttachmentTable {
  id: Generated<number>
  project_id: number
  /** It belongs to this event or feedback, whether that is stored or not. */
  event_id: string
  /** Hex. */
  sha256: string
  /** The client named it so; it is for showing only. */
  filename: string
  content_type: string | null
  attachment_type: string
  size_bytes: number
  received_at: number
  /** Hex; null for those that came before it was counted. */
  sha1: string | null
}

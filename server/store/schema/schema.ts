import type { Generated } from 'kysely'
import type { AccountTables } from './accounts.ts'
import type { AffectedUserTables } from './affected-users.ts'
import type { AlertTables } from './alerts.ts'
import type { CountTables } from './counts.ts'
import type { AcknowledgingTables } from './handling/acknowledging.ts'
import type { TrackerTables } from './handling/trackers.ts'
import type { LogTables } from './logs.ts'
import type { MoveTables } from './moves.ts'
import type { NotificationTables } from './notifications.ts'
import type { PerformanceTables } from './performance.ts'
import type { RecordTables } from './records.ts'
import type { SearchTables } from './search.ts'
import type { SourceMapTables } from './source-maps.ts'
import type { ViewTables } from './views.ts'
import type { ToldMonitorTables } from './watching/monitors.ts'
import type { StatusPageTables } from './watching/status-pages.ts'
import type { UptimeTables } from './watching/uptime.ts'

/**
 * The tables as Kysely sees them. Times are milliseconds since the epoch; an `hour` is whole hours
 * since the epoch. Keys begin with the project, so that the same schema can be partitioned on an
 * engine that does that.
 */
export interface Database
  extends AccountTables,
    AcknowledgingTables,
    AlertTables,
    RecordTables,
    SearchTables,
    CountTables,
    AffectedUserTables,
    MoveTables,
    NotificationTables,
    PerformanceTables,
    LogTables,
    ViewTables,
    TrackerTables,
    StatusPageTables,
    UptimeTables,
    ToldMonitorTables,
    SourceMapTables {
  project: ProjectTable
  project_key: ProjectKeyTable
  project_setting: ProjectSettingTable
  issue: IssueTable
  issue_hour: IssueHourTable
  event: EventTable
  span_part: SpanPartTable
  segment: SegmentTable
  log: LogTable
  metric: MetricTable
  release_session: ReleaseSessionTable
  release_session_hour: ReleaseSessionHourTable
  payload_block: PayloadBlockTable
  digest: DigestTable
  outcome: OutcomeTable
  setting: SettingTable
  issue_grouping: IssueGroupingTable
  issue_redirect: IssueRedirectTable
  issue_ignored_user: IssueIgnoredUserTable
  issue_bookmark: IssueBookmarkTable
  issue_mention: IssueMentionTable
  issue_activity: IssueActivityTable
  storage_use: StorageUseTable
}

interface ProjectTable {
  id: Generated<number>
  slug: string
  name: string
  created_at: number
  /** How many issues the project ever had: the next issue's number is one more. */
  issue_count: Generated<number>
  /** Who sees it: `all`, or the members of its `teams`. */
  access: Generated<string>
}

interface ProjectKeyTable {
  id: Generated<number>
  project_id: number
  /** 32 lower-case hex characters: the user part of a DSN. */
  public_key: string
  is_active: Generated<number>
  created_at: number
  /** A JSON list of origins; null for all. */
  allowed_origins: string | null
  /** 1 for the one on pages that everybody sees. */
  is_for_pages: Generated<number>
}

/** What is set for one project; the keys and what is in them: project-settings.ts. */
interface ProjectSettingTable {
  project_id: number
  key: string
  /** JSON. */
  value: string
}

interface IssueTable {
  id: Generated<number>
  project_id: number
  /** Counts from 1 in each project: `SHOP-418`. */
  number: number
  grouping_version: number
  grouping_key: string
  /** The exception's type, or `Message`. */
  type: string
  /** The exception's value, or the message; of the latest event. */
  value: string
  culprit: string
  level: string
  status: Generated<string>
  is_unhandled: number
  /** First half of the latest of our digests on its events. */
  fault: string | null
  first_seen: number
  last_seen: number
  event_count: number
  /** Why an open one is open again: `regressed` or `escalating`. */
  substatus: string | null
  /** Since when it has its status; null for those that are open since they are there. */
  status_at: number | null
  /** JSON: what a resolution or an ignoring waits for. Null where nothing. */
  status_condition: string | null
  /** When an ignoring ends by itself. */
  status_until: number | null
  /** Events since it was ignored, where that is waited for. */
  status_count: Generated<number>
  regressed_event_id: string | null
  regressed_at: number | null
  regressed_release: string | null
  /** The account that it is assigned to; never together with a team. */
  assigned_to: number | null
  assigned_team: number | null
  /** Set while it is being deleted: it is shown no more. */
  deleted_at: number | null
  /** Exact up to a thousand, then an estimate. */
  user_count: Generated<number>
  first_release: string | null
  last_release: string | null
}

interface IssueHourTable {
  project_id: number
  issue_id: number
  hour: number
  event_count: number
}

interface EventTable {
  id: Generated<number>
  project_id: number
  /** 32 lower-case hex characters. */
  event_id: string
  issue_id: number
  timestamp: number
  received_at: number
  level: string
  value: string
  environment: string | null
  release: string | null
  /** Who was hit, for lists: the user's name, email, id or address. */
  user_label: string | null
  trace_id: string | null
  /** The span that was running. */
  span_id: string | null
  /** The normalized payload: `block_length` bytes at `block_offset` of the unpacked block. */
  block_id: number
  block_offset: number
  block_length: number
  /** `issue_grouping.id`: the key that led to its issue. */
  grouping_id: number | null
  /** How well its issue can do without it: eviction-rank.ts. */
  redundancy: Generated<number>
}

/** Spans of a trace that arrived together: JSON in a block. Ids are lower-case hex, 32 characters of a trace. */
interface SpanPartTable {
  id: Generated<number>
  project_id: number
  trace_id: string
  span_count: number
  /** Eight bytes each, in the order of the JSON. */
  span_ids: Uint8Array
  received_at: number
  block_id: number
  block_offset: number
  block_length: number
  /** Microseconds since the epoch; null where it holds no segment. */
  first_segment_us: number | null
}

/** What began in each process, for lists: it is among the spans of its part, too. */
interface SegmentTable {
  id: Generated<number>
  project_id: number
  trace_id: string
  /** 16 lower-case hex characters. */
  span_id: string
  /** A transaction's. */
  event_id: string | null
  op: string
  name: string
  /** `browser` or `server`. */
  side: string
  status: string
  /** Microseconds since the epoch. */
  start_us: number
  duration_us: number
  release: string | null
  environment: string | null
  /** JSON. */
  measurements: string | null
  received_at: number
  /** Who was affected: an id, a name or an email address. This and the next two are null where they were not sent. */
  user_label: string | null
  /** With its major version: `Firefox 145`. */
  browser: string | null
  http_status: number | null
}

interface LogTable {
  id: Generated<number>
  project_id: number
  /** Microseconds since the epoch. */
  timestamp_us: number
  /** The hash identifies the log together with its time. */
  content_hash: number
  received_at: number
  level: string
  /** Its beginning; the whole and the attributes lie in the block. */
  body: string
  trace_id: string | null
  span_id: string | null
  release: string | null
  environment: string | null
  block_id: number
  block_offset: number
  block_length: number
}

interface MetricTable {
  id: Generated<number>
  project_id: number
  name: string
  timestamp_us: number
  content_hash: number
  received_at: number
  /** `counter`, `gauge` or `distribution`. */
  type: string
  value: number
  unit: string
  trace_id: string | null
  span_id: string | null
  release: string | null
  environment: string | null
  /** The attributes as JSON. */
  block_id: number
  block_offset: number
  block_length: number
}

/** Sessions of the users of a project's application, as its SDK last told of them. */
interface ReleaseSessionTable {
  id: Generated<number>
  project_id: number
  session_id: string
  sequence: number
  health: string
  has_ended: number
  errors: number
  started_at: number
  duration_ms: number | null
  release: string
  environment: string
  received_at: number
}

/** Sessions are counted in the hour in which they started. A session is counted once, by how it ended. */
interface ReleaseSessionHourTable {
  project_id: number
  hour: number
  release: string
  environment: string
  health: string
  quantity: number
}

/** Several payloads compressed together: a third of the size, and of the time, of one by one. */
interface PayloadBlockTable {
  id: Generated<number>
  size_bytes: number
  data: Uint8Array
}

/**
 * What finds an event by what its visitor saw. A foreign digest may stand on many events: the newest
 * one is the last in the primary key's order.
 */
interface DigestTable {
  digest: string
  /** `event.id`, the row, not the id that the client gave. */
  event_row_id: number
  project_id: number
  /** First half of one of our own digests: it finds the issue. */
  fault: string | null
  /** 1 for an event that tells of the failure where it happened, 0 for others; null for those older than the column. */
  tells_of_server: number | null
}

interface OutcomeTable {
  project_id: number
  key_id: number
  hour: number
  category: string
  outcome: string
  reason: string
  quantity: number
}

interface SettingTable {
  key: string
  value: string
}

/** A row says which issue a grouping key leads to, of whatever version; a merged issue has several. */
interface IssueGroupingTable {
  id: Generated<number>
  project_id: number
  grouping_version: number
  grouping_key: string
  issue_id: number
}

/** Issues that were merged into others: old addresses and short ids lead on. */
interface IssueRedirectTable {
  project_id: number
  number: number
  old_issue_id: number
  issue_id: number
}

/** Who was hit since the issue was ignored, where that is waited for: no more than it waits for. */
interface IssueIgnoredUserTable {
  project_id: number
  issue_id: number
  user_key: string
  /** Milliseconds since the epoch; 0 for those of before there was a time. */
  last_at: Generated<number>
}

interface IssueBookmarkTable {
  project_id: number
  issue_id: number
  account_id: number
}

/** Whom a comment mentions: an account or a team. */
interface IssueMentionTable {
  id: Generated<number>
  project_id: number
  /** `issue_activity.id`: the comment, which knows its issue. */
  activity_id: number
  account_id: number | null
  team_id: number | null
}

interface IssueActivityTable {
  id: Generated<number>
  project_id: number
  issue_id: number
  /** issues/activity.ts */
  kind: string
  /** Null for the desk itself, for tokens and for accounts that are gone. */
  account_id: number | null
  /** JSON. */
  data: string
  created_at: number
  /** JSON: what the issue was before, while the change can be undone (issues/undo/before.ts). */
  undo: string | null
}

/** What is stored of a project, counted by triggers. */
interface StorageUseTable {
  project_id: number
  /** `events`, `spans` and so on: storage-use.ts. */
  category: string
  quantity: number
  /** Before compression; of attachments the files' sizes. */
  payload_bytes: number
}

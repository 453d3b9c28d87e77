import type { Database } from './schema.ts'

type TableName = keyof Database

/** Its rows are deleted with their project. */
interface OfProject {
  owner: 'project'
}

/** Its rows are a part of their issue: deleted with it, and moved when it is merged (issues/changes/parts.ts). */
interface OfIssue {
  owner: 'issue'
  /** When an issue is split: counts move with each event, others are counted anew, and some stay. */
  onSplit: 'moved' | 'recounted' | 'stays'
}

/** Events, grouping keys, redirects, moves and recounts name an issue, too, but are no parts: each has code of its own. */
type OwnerOf<Row> = Row extends { project_id: unknown }
  ? Row extends { issue_id: unknown }
    ? OfProject | OfIssue
    : OfProject
  : { owner: 'account' | 'server' }

/** What one row takes on the disk and where it is counted: maintenance/storage-use.ts. */
interface TableUsage {
  category: string
  /**
   * A row takes about so many without its payload, with its share of the indexes: an event as SQLite's dbstat says for a
   * million, the others as their columns and indexes add up.
   */
  rowBytes: number
  /** Triggers count tables with few new rows, the writer counts the others by itself; triggers count what is deleted. */
  countedBy: 'writer' | 'triggers'
  /** What its payload becomes. Files are stored as they came. */
  payload: 'compressed' | 'file' | 'none'
}

/** Rows that arrived one by one are counted, and expire by the time of their arrival. */
type ArrivalOf<Row> = Row extends { received_at: unknown }
  ? { expires: 'by arrival' | 'never'; usage: TableUsage }
  : unknown

/** Outcomes stay for as long as the month that a quota counts. */
type HoursOf<Row> = Row extends { hour: unknown }
  ? { expires: 'by hour' | 'after its month' | 'never' }
  : unknown

type DaysOf<Row> = Row extends { day: unknown } ? { expires: 'by day' | 'never' } : unknown

type PayloadOf<Row> = Row extends { block_id: unknown } ? { hasBlock: true } : unknown

/** What becomes of it when its event is deleted. Events themselves have both an issue and an event's id. */
type EventOf<Row> = Row extends { event_row_id: unknown }
  ? { withEvent: 'by row' | 'stays' }
  : Row extends { event_id: unknown }
    ? Row extends { issue_id: unknown }
      ? unknown
      : { withEvent: 'by id' | 'stays' }
    : unknown

type Facts<Row> = OwnerOf<Row> & ArrivalOf<Row> & HoursOf<Row> & DaysOf<Row> & PayloadOf<Row> & EventOf<Row>

/**
 * All tables, in the order of deleting: a row goes before the one that it refers to, and what triggers write to goes
 * last. The columns of a table decide what must be said of it, so that forgetting any of it is a type error.
 */
const TABLES = {
  digest: { owner: 'project', withEvent: 'by row' },
  event: {
    owner: 'project',
    expires: 'by arrival',
    hasBlock: true,
    usage: { category: 'events', rowBytes: 355, countedBy: 'writer', payload: 'compressed' },
  },
  span_part: {
    owner: 'project',
    expires: 'by arrival',
    hasBlock: true,
    usage: { category: 'spans', rowBytes: 25, countedBy: 'writer', payload: 'compressed' },
  },
  log: {
    owner: 'project',
    expires: 'by arrival',
    hasBlock: true,
    usage: { category: 'logs', rowBytes: 250, countedBy: 'writer', payload: 'compressed' },
  },
  metric: {
    owner: 'project',
    expires: 'by arrival',
    hasBlock: true,
    usage: { category: 'metrics', rowBytes: 220, countedBy: 'writer', payload: 'compressed' },
  },
  segment: {
    owner: 'project',
    expires: 'by arrival',
    withEvent: 'stays',
    usage: { category: 'segments', rowBytes: 250, countedBy: 'writer', payload: 'none' },
  },
  attachment: {
    owner: 'project',
    expires: 'by arrival',
    withEvent: 'by id',
    usage: { category: 'attachments', rowBytes: 320, countedBy: 'triggers', payload: 'file' },
  },
  feedback: {
    owner: 'project',
    expires: 'by arrival',
    withEvent: 'stays',
    usage: { category: 'feedback', rowBytes: 600, countedBy: 'triggers', payload: 'none' },
  },
  check_in: {
    owner: 'project',
    expires: 'by arrival',
    usage: { category: 'check_ins', rowBytes: 260, countedBy: 'triggers', payload: 'none' },
  },
  status_page_item: { owner: 'server' },
  status_page: { owner: 'server' },
  uptime_incident: { owner: 'project' },
  uptime_hour: { owner: 'project', expires: 'never' }, // its sweep has a time of its own, beside the results'
  uptime_result: { owner: 'project' },
  monitor_look: { owner: 'server' },
  monitor_told: { owner: 'project' },
  release_session: {
    owner: 'project',
    expires: 'by arrival',
    usage: { category: 'sessions', rowBytes: 260, countedBy: 'triggers', payload: 'none' },
  },
  release_commit: {
    owner: 'project',
    expires: 'by arrival',
    usage: { category: 'commits', rowBytes: 320, countedBy: 'triggers', payload: 'file' },
  },
  issue_mention: { owner: 'project' },
  issue_hour: { owner: 'issue', onSplit: 'moved', expires: 'never' },
  issue_day: { owner: 'issue', onSplit: 'moved', expires: 'never' },
  issue_scope_hour: { owner: 'issue', onSplit: 'moved', expires: 'by hour' },
  issue_scope_day: { owner: 'issue', onSplit: 'moved', expires: 'by day' },
  issue_tag: { owner: 'issue', onSplit: 'recounted' },
  issue_tag_key: { owner: 'issue', onSplit: 'recounted' },
  issue_user: { owner: 'issue', onSplit: 'recounted' },
  issue_scope_user: { owner: 'issue', onSplit: 'recounted', expires: 'by day' },
  issue_text: { owner: 'issue', onSplit: 'stays' },
  issue_bookmark: { owner: 'issue', onSplit: 'stays' },
  issue_subscription: { owner: 'issue', onSplit: 'stays' },
  issue_activity: { owner: 'issue', onSplit: 'stays' },
  issue_ignored_user: { owner: 'issue', onSplit: 'stays' },
  happening: { owner: 'project' },
  notice: { owner: 'project' },
  account_notice: { owner: 'project' },
  delivery_try: { owner: 'server' },
  alert_incident: { owner: 'project' },
  occurrence_incident: { owner: 'project' },
  alert_occurrence: { owner: 'server' },
  alert_occurrence_told: { owner: 'server' },
  alert_condition: { owner: 'server' },
  condition_look: { owner: 'server' },
  alert_item: { owner: 'server' },
  alert_message: { owner: 'project' },
  alert_window: { owner: 'project' },
  alert_told: { owner: 'server' },
  alert_rule_channel: { owner: 'server' },
  escalation: { owner: 'project' },
  occurrence_escalation: { owner: 'project' },
  occurrence_acknowledgement: { owner: 'project' },
  escalation_step: { owner: 'server' },
  escalation_plan: { owner: 'server' },
  issue_acknowledgement: { owner: 'project' },
  tracker_link: { owner: 'project' },
  tracker: { owner: 'project' },
  push_browser: { owner: 'account' },
  alert_mute: { owner: 'project' },
  alert_rule: { owner: 'project' },
  uptime_check: { owner: 'project' },
  monitor: { owner: 'project' },
  alert_channel: { owner: 'server' },
  waiting_stack: { owner: 'project', withEvent: 'stays' },
  merge_suggestion: { owner: 'project' },
  hosted_origin: { owner: 'project' },
  hosted_fetch: { owner: 'project' },
  issue_grouping: { owner: 'project' },
  issue_redirect: { owner: 'project' },
  issue_move: { owner: 'project' },
  issue_recount: { owner: 'project' },
  issue: { owner: 'project' },
  project_release: { owner: 'project' },
  deploy: { owner: 'project' },
  release_hour: { owner: 'project', expires: 'by hour' },
  release_session_hour: { owner: 'project', expires: 'by hour' },
  release_session_user: { owner: 'project', expires: 'by hour' },
  release_session_anr: { owner: 'project', expires: 'by hour' },
  log_hour: { owner: 'project', expires: 'by hour' },
  performance_hour: { owner: 'project', expires: 'by hour' },
  performance_day: { owner: 'project', expires: 'by hour' },
  project_hour: { owner: 'project', expires: 'never' },
  project_day: { owner: 'project', expires: 'never' },
  project_user_day: { owner: 'project', expires: 'by day' },
  outcome: { owner: 'project', expires: 'after its month' },
  project_key: { owner: 'project' },
  artifact: { owner: 'project' },
  artifact_bundle: { owner: 'project' },
  project_setting: { owner: 'project' },
  team_project: { owner: 'project' },
  token_project: { owner: 'project' },
  storage_use: { owner: 'project' },
  project: { owner: 'server' },
  payload_block: { owner: 'server' },
  upload_chunk: { owner: 'server' },
  source_map_block: { owner: 'server' },
  source_map_source: { owner: 'server' },
  source_text: { owner: 'server' },
  source_map: { owner: 'server' },
  session: { owner: 'account' },
  known_device: { owner: 'account' },
  saved_view: { owner: 'account' },
  team_member: { owner: 'account' },
  account_link: { owner: 'account' },
  account_totp: { owner: 'account' },
  recovery_code: { owner: 'account' },
  passkey: { owner: 'account' },
  account_identity: { owner: 'account' },
  account_notification: { owner: 'account' },
  token: { owner: 'server' },
  account: { owner: 'server' },
  team: { owner: 'server' },
  audit_entry: { owner: 'server' },
  setting: { owner: 'server' },
} as const satisfies { [Table in TableName]: Facts<Database[Table]> }

type Tables = typeof TABLES

/** The names of the tables of which all of this is said. */
export type TableWith<Said> = {
  [Table in TableName]: Tables[Table] extends Said ? Table : never
}[TableName]

/** The tables of which all of this is said, in the order of deleting. */
export function tablesWith<const Said extends Record<string, string | boolean>>(
  said: Said,
): TableWith<Said>[] {
  const isMatch = (facts: object) => {
    const known = new Map<string, unknown>(Object.entries(facts))
    return Object.entries(said).every(([name, value]) => known.get(name) === value)
  }
  const names = Object.entries(TABLES).flatMap(([name, facts]) => (isMatch(facts) ? [name] : []))
  return names as TableWith<Said>[] // the type above asks the same of the same object
}

/** All tables with a project's id, in the order of deleting. */
export const PROJECT_TABLES: readonly string[] = Object.entries(TABLES).flatMap(([name, { owner }]) =>
  owner === 'project' || owner === 'issue' ? [name] : [],
)

/** All tables, in the order of deleting. */
export const ALL_TABLES: readonly string[] = Object.keys(TABLES)

export type StorageCategory = Tables[TableWith<{ usage: TableUsage }>]['usage']['category']

/** Those that the writer counts by itself: projects/stored-counts.ts. */
export type WriterCategory = Tables[TableWith<{ usage: { countedBy: 'writer' } }>]['usage']['category']

/** How much a row of each category takes. */
export const USAGE_BY_CATEGORY: ReadonlyMap<string, TableUsage & { category: StorageCategory }> = new Map(
  Object.values(TABLES).flatMap((table) => ('usage' in table ? [[table.usage.category, table.usage]] : [])),
)

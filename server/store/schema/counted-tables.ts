import { type Table, tableOf } from '#server/store/rows/table.ts'
import type { Database } from './schema.ts'

/** The tables that count: what a row has of these columns comes of many things that arrived. */
type CountedName = {
  [Name in keyof Database]: Database[Name] extends
    | { event_count: unknown }
    | { quantity: unknown }
    | { sketch: unknown }
    | { value_count: unknown }
    | { line_hashes: unknown }
    ? Name
    : never
}[keyof Database]

/**
 * The issue itself is made where its key is found (server/writer/appending/issues.ts); a move counts its own progress
 * (issues/changes/moves.ts).
 */
type PutName = Exclude<CountedName, 'issue' | 'issue_move'>

/**
 * How the rows of every table that counts are put. The columns of a table decide whether it must be here, so that
 * forgetting one is a type error.
 */
export const COUNTED = {
  issue_hour: tableOf('issue_hour')({ key: ['project_id', 'issue_id', 'hour'], add: ['event_count'] }),
  issue_day: tableOf('issue_day')({ key: ['project_id', 'issue_id', 'day'], add: ['event_count'] }),
  issue_scope_hour: tableOf('issue_scope_hour')({
    key: ['project_id', 'issue_id', 'hour', 'environment', 'release'],
    add: ['event_count'],
  }),
  issue_scope_day: tableOf('issue_scope_day')({
    key: ['project_id', 'issue_id', 'day', 'environment', 'release'],
    add: ['event_count'],
  }),
  issue_scope_user: tableOf('issue_scope_user')({
    key: ['project_id', 'issue_id', 'day', 'environment', 'release'],
    replace: ['sketch'],
  }),
  issue_user: tableOf('issue_user')({ key: ['project_id', 'issue_id'], replace: ['sketch'] }),
  issue_tag_key: tableOf('issue_tag_key')({
    key: ['project_id', 'issue_id', 'key'],
    add: ['value_count', 'other_count'],
  }),
  issue_tag: tableOf('issue_tag')({
    key: ['project_id', 'issue_id', 'key', 'value'],
    add: ['event_count'],
    least: ['first_seen'],
    greatest: ['last_seen'],
  }),
  issue_text: tableOf('issue_text')({
    key: ['issue_id'],
    keep: ['project_id'],
    replace: ['text', 'line_hashes'],
  }),
  project_hour: tableOf('project_hour')({ key: ['project_id', 'hour'], add: ['event_count'] }),
  project_day: tableOf('project_day')({ key: ['project_id', 'day'], add: ['event_count'] }),
  project_user_day: tableOf('project_user_day')({ key: ['project_id', 'day'], replace: ['sketch'] }),
  project_release: tableOf('project_release')({
    key: ['project_id', 'version'],
    keep: ['created_at'],
    least: ['first_seen'],
    greatest: ['last_seen'],
    add: ['event_count'],
  }),
  release_hour: tableOf('release_hour')({ key: ['project_id', 'hour', 'release'], add: ['event_count'] }),
  release_session_hour: tableOf('release_session_hour')({
    key: ['project_id', 'hour', 'release', 'environment', 'health'],
    add: ['quantity'],
  }),
  release_session_user: tableOf('release_session_user')({
    key: ['project_id', 'hour', 'release', 'is_crashed'],
    replace: ['sketch'],
  }),
  release_session_anr: tableOf('release_session_anr')({
    key: ['project_id', 'hour', 'release', 'mechanism'],
    replace: ['sketch'],
  }),
  log_hour: tableOf('log_hour')({
    key: ['project_id', 'hour', 'environment', 'level'],
    add: ['quantity'],
  }),
  performance_hour: tableOf('performance_hour')({
    key: ['project_id', 'hour', 'kind', 'name', 'op', 'side', 'environment'],
    replace: ['quantity', 'failures', 'total_ms', 'sketch', 'examples'],
  }),
  performance_day: tableOf('performance_day')({
    key: ['project_id', 'hour', 'kind', 'name', 'op', 'side', 'environment'],
    replace: ['quantity', 'failures', 'total_ms', 'sketch', 'examples'],
  }),
  outcome: tableOf('outcome')({
    key: ['project_id', 'key_id', 'hour', 'category', 'outcome', 'reason'],
    add: ['quantity'],
  }),
  storage_use: tableOf('storage_use')({
    key: ['project_id', 'category'],
    add: ['quantity', 'payload_bytes'],
  }),
} as const satisfies { [Name in PutName]: Table & { name: Name } }

const ISSUE_COUNTS = {
  key: ['id'],
  greatest: ['is_unhandled', 'last_seen'],
  least: ['first_seen'],
  add: ['event_count'],
} as const

/** What events do to their issue's row, by how much of its name they replace. */
export const ISSUE_ROWS = {
  everything: tableOf('issue')({ ...ISSUE_COUNTS, replace: ['type', 'value', 'culprit', 'level'] }),
  value: tableOf('issue')({ ...ISSUE_COUNTS, replace: ['type', 'value', 'level'] }),
  nothing: tableOf('issue')({ ...ISSUE_COUNTS, replace: ['level'] }),
} as const

/** Replaces an issue's fault by that of its latest digest. */
export const ISSUE_FAULTS = tableOf('issue')({ key: ['id'], replace: ['fault'] })

/** How many users an issue has: what its sketch estimates. */
export const ISSUE_USERS = tableOf('issue')({ key: ['id'], replace: ['user_count'] })

/** In which releases an issue came first and last. */
export const ISSUE_RELEASES = tableOf('issue')({ key: ['id'], replace: ['first_release', 'last_release'] })

/** Whom a release has hit. */
export const RELEASE_USERS = tableOf('project_release')({
  key: ['project_id', 'version'],
  replace: ['user_sketch', 'user_count'],
})

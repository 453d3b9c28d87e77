import type { Generated } from 'kysely'

/** What is counted of events and sessions: days, users, tags, releases. Times as in schema.ts. */
export interface CountTables {
  issue_day: IssueDayTable
  issue_scope_hour: IssueScopeHourTable
  issue_scope_day: IssueScopeDayTable
  project_hour: ProjectHourTable
  project_day: ProjectDayTable
  issue_user: IssueUserTable
  issue_scope_user: IssueScopeUserTable
  issue_tag_key: IssueTagKeyTable
  issue_tag: IssueTagTable
  project_release: ProjectReleaseTable
  release_hour: ReleaseHourTable
  release_session_user: ReleaseSessionUserTable
  release_session_anr: ReleaseSessionAnrTable
  deploy: DeployTable
  release_commit: ReleaseCommitTable
}

/** A `day` is whole days since the epoch. */
interface IssueDayTable {
  project_id: number
  issue_id: number
  day: number
  event_count: number
}

/** Events of one environment and release; each is empty for events without one. */
interface IssueScopeHourTable {
  project_id: number
  issue_id: number
  hour: number
  environment: string
  release: string
  event_count: number
}

interface IssueScopeDayTable {
  project_id: number
  issue_id: number
  day: number
  environment: string
  release: string
  event_count: number
}

interface ProjectHourTable {
  project_id: number
  hour: number
  event_count: number
}

interface ProjectDayTable {
  project_id: number
  day: number
  event_count: number
}

/** Whom an issue has hit: processing/distinct-count.ts. Sketches of two issues are merged, not added. */
interface IssueUserTable {
  project_id: number
  issue_id: number
  sketch: Uint8Array
}

/** Whom an issue has hit on one day, in one environment and release: processing/sketches/daily-users.ts. */
interface IssueScopeUserTable {
  project_id: number
  issue_id: number
  day: number
  environment: string
  release: string
  sketch: Uint8Array
}

interface IssueTagKeyTable {
  project_id: number
  issue_id: number
  /** Empty for the keys beyond the most that are kept. */
  key: string
  /** How many rows its values have. */
  value_count: number
  /** Events whose value has no row of its own. */
  other_count: number
}

interface IssueTagTable {
  project_id: number
  issue_id: number
  key: string
  value: string
  event_count: number
  first_seen: number
  last_seen: number
}

interface ProjectReleaseTable {
  id: Generated<number>
  project_id: number
  version: string
  /** The first event or session creates it, or the API. */
  created_at: number
  /** Null until an event or session comes of it. */
  first_seen: number | null
  last_seen: number | null
  released_at: number | null
  /** A commit or tag, as whoever made it says. */
  ref: string | null
  url: string | null
  event_count: Generated<number>
  user_count: Generated<number>
  user_sketch: Uint8Array | null
  /** Set while it is archived: lists leave it out. */
  archived_at: number | null
}

interface ReleaseHourTable {
  project_id: number
  hour: number
  release: string
  event_count: number
}

/** A row is a user whose session started in an hour; `is_crashed` is 1 where one crashed. */
interface ReleaseSessionUserTable {
  project_id: number
  hour: number
  release: string
  is_crashed: number
  sketch: Uint8Array
}

/** The users whose session started in an hour and was ended because the app did not respond. */
interface ReleaseSessionAnrTable {
  project_id: number
  hour: number
  release: string
  /** `anr_background` or `anr_foreground`. */
  mechanism: string
  sketch: Uint8Array
}

interface DeployTable {
  id: Generated<number>
  project_id: number
  version: string
  environment: string
  name: string | null
  url: string | null
  started_at: number | null
  finished_at: number
}

/** A commit of a release, as the tool that deploys reports it. */
interface ReleaseCommitTable {
  id: Generated<number>
  project_id: number
  version: string
  /** 0 for the newest commit of the release. */
  position: number
  commit_id: string
  repository: string | null
  author_name: string | null
  author_email: string | null
  message: string
  committed_at: number | null
  /** JSON: pairs of what was done to a file, in one letter, and its path. */
  files: string
  received_at: number
}

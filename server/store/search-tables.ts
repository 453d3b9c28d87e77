import type { Generated } from 'kysely'

/** What finds an issue by its words: search-fold.ts. */
export interface IssueTextTable {
  issue_id: number
  project_id: number
  /** Lines. */
  text: string
  line_hashes: string
}

/** The full text index; `match` is asked of its name. */
export interface IssueSearchTable {
  rowid: number
}

export interface IssueTagTable {
  project_id: number
  issue_id: number
  key: string
  value: string
  event_count: number
  first_seen: number
  last_seen: number
}

export interface ProjectReleaseTable {
  id: Generated<number>
  project_id: number
  version: string
  created_at: number
}

import type { Generated } from 'kysely'

/** What searches read beside issues and events. */
export interface SearchTables {
  issue_text: IssueTextTable
  issue_search: IssueSearchTable
  issue_tag: IssueTagTable
  issue_tag_key: IssueTagKeyTable
  project_release: ProjectReleaseTable
}

/** What finds an issue by its words: search-fold.ts. */
interface IssueTextTable {
  issue_id: number
  project_id: number
  /** Lines. */
  text: string
  line_hashes: string
}

/** The full text index; `match` is asked of its name. */
interface IssueSearchTable {
  rowid: number
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
  created_at: number
}

interface IssueTagKeyTable {
  project_id: number
  issue_id: number
  key: string
  value_count: number
  other_count: number
}

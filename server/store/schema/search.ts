/** What searches read beside issues and events. */
export interface SearchTables {
  issue_text: IssueTextTable
  issue_search: IssueSearchTable
}

/** What finds an issue by its words: writer/aggregates/search-text.ts. */
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

/** What searches read beside issues and events. */
export interface SearchTables {
  issue_text: IssueTextTable
}

/** What finds an issue by its words: writer/aggregates/search-text.ts. */
interface IssueTextTable {
  issue_id: number
  project_id: number
  /** Lines. */
  text: string
  line_hashes: string
}

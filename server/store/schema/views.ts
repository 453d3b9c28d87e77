import type { Generated } from 'kysely'

/** What people keep of the issues page. */
export interface ViewTables {
  saved_view: SavedViewTable
}

interface SavedViewTable {
  id: Generated<number>
  /** Whose it is; null for everybody's. */
  account_id: number | null
  name: string
  query: string
  sort: string
  created_at: number
}

import type { Generated } from 'kysely'

/** What strangers are told of checks and monitors. */
export interface StatusPageTables {
  status_page: StatusPageTable
  status_page_item: StatusPageItemTable
}

interface StatusPageTable {
  id: Generated<number>
  /** The last part of its address. */
  slug: string
  title: string
  /** Plain text; empty for none. */
  announcement: string
  /** Of the times on it: `Europe/Vienna`. */
  timezone: string
  is_enabled: Generated<number>
  /** Whether search engines may list it. */
  is_indexed: Generated<number>
  created_at: number
  created_by: number | null
  version: Generated<number>
}

/** Either a check or a monitor of cron jobs. */
interface StatusPageItemTable {
  id: Generated<number>
  page_id: number
  position: number
  /** What strangers read. */
  name: string
  check_id: number | null
  monitor_id: number | null
}

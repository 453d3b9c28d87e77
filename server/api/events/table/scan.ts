import type { Period } from '#server/models/period.ts'
import type { ProjectSummary } from '#server/models/projects.ts'

/** What is read for a table. */
export interface TableScan {
  projects: readonly ProjectSummary[]
  /** Crumbtrail's own project is left out. */
  isWithoutOwn: boolean
  environment: string | undefined
  period: Period
  query: string
  /** The only trace that the search can find. */
  traceId: string | undefined
  /** The slowest first, instead of the newest. */
  isBySlowest: boolean
}

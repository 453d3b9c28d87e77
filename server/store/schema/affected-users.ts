/** Who was hit, beside what counts.ts has by issue and release. */
export interface AffectedUserTables {
  project_user_day: ProjectUserDayTable
}

/** A `day` is whole days since the epoch. */
interface ProjectUserDayTable {
  project_id: number
  day: number
  /** processing/distinct-count.ts. Those of several days are merged, not added. */
  sketch: Uint8Array
}

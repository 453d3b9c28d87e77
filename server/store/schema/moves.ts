import type { Generated } from 'kysely'

/** What is done by slices after issues were merged or split: issues/changes/moves.ts, recounts.ts. */
export interface MoveTables {
  issue_move: IssueMoveTable
  issue_recount: IssueRecountTable
}

interface IssueMoveTable {
  project_id: number
  /** Whose events are looked through. */
  issue_id: number
  /** 1: what is counted of an event goes with it; 0: it went at once, when the issue was merged. */
  is_split: number
  /** 1: only the events go. A merge was undone, and all counts are right already. */
  keeps_counts: Generated<number>
  /** How many events the issue had counted when it began. */
  event_count: number
  /** How many were looked at. */
  looked_count: Generated<number>
  /** `received_at` and `id` of the last event that was looked at. */
  before_at: number | null
  before_id: number | null
}

interface IssueRecountTable {
  project_id: number
  issue_id: number
  /** `received_at` and `id` of the last event that was counted. */
  after_at: Generated<number>
  after_id: Generated<number>
  /** Of the events that were counted. */
  first_release: string | null
  last_release: string | null
}

import type { PreparedEvent } from '#server/writer/batch/prepare.ts'

/** What a batch brought to one issue. */
export interface Occurrences {
  projectId: number
  issueId: number
  /** The batch's first event made it. */
  isNew: boolean
  /** They are in the order of their arrival. */
  events: StoredEvent[]
}

export interface StoredEvent {
  /** `event.id`. */
  rowId: number
  /** `issue_grouping.id`: the key that led to its issue. */
  groupingId: number
  event: PreparedEvent
  receivedAt: number
}

/** Brings what is counted of events up to date, inside the batch's transaction: after its issues, events and digests. */
export type Aggregate = (occurrences: readonly Occurrences[]) => void

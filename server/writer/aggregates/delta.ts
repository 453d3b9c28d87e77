import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { StoredCount } from '#server/store/projects/stored-counts.ts'
import type { RecordCounts } from '#server/store/records/record-port.ts'
import type { IssueChange } from '#server/writer/appending/issue-change.ts'
import type { ArtifactUse, PreparedEvent } from '#server/writer/batch/prepare.ts'
import type { Samples } from './performance-samples.ts'

/**
 * All that a batch adds to what is counted. It is plain data, so that it can be kept as JSON and be folded later, by another
 * process.
 */
export interface Delta extends Omit<RecordCounts, 'countStored'> {
  /** It is another number for any other shape: a delta of a shape that is not known must not be folded. */
  format: 1
  /** Each issue is there once. */
  occurrences: Occurrences[]
  /** In the order in which their grouping keys came first; merged issues have several. */
  issues: IssueRowChange[]
  /** The uploads of source maps that were used. */
  usedArtifacts: ArtifactUse[]
  samples: Samples[]
  outcomes: OutcomeCount[]
  stored: StoredCount[]
}

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
  event: CountedEvent
  receivedAt: number
}

/** The fields of an event that counting reads. */
export const COUNTED_FIELDS = [
  ...(['eventId', 'title', 'counted', 'release', 'environment'] as const),
  ...(['userHash', 'userKey', 'owned', 'waitingFor'] as const),
] satisfies (keyof PreparedEvent)[]

export type CountedEvent = Pick<PreparedEvent, (typeof COUNTED_FIELDS)[number]>

/** What the events of a batch with one grouping key do to the row of their issue. */
export interface IssueRowChange extends IssueChange {
  issueId: number
  /** `issue_grouping.id` */
  groupingId: number
}

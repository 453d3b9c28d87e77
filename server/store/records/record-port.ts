import type { StoredRecord } from '#server/processing/record.ts'
import type { Outcome } from '#server/protocol/outcome.ts'
import type { CountStored } from '#server/store/projects/stored-counts.ts'
import type { Steps } from '#server/store/rows/steps.ts'
import type { LogCount } from './log-hours.ts'
import type { SessionChange } from './session-change.ts'

/** A record on its way into the database. */
export interface Arrived<R extends StoredRecord = StoredRecord> {
  record: R
  projectId: number
  keyId: number
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** Of a body that holds nothing but records: which one of its batch it is, and how many it holds. */
  alone?: { envelope: number; records: number }
}

/** A record, and whose it is. */
export type Owned<R extends StoredRecord = StoredRecord> = Pick<Arrived<R>, 'projectId' | 'record'>

/** One that the store itself does not take: what is there already forbids it. */
export interface Declined {
  of: Arrived
  outcome: Exclude<Outcome, 'accepted' | 'client_discard'>
  reason: string
  /** The sender is told this when nothing else of the body was taken. */
  detail?: string
}

/** What records add to counts that are kept beside them. */
export interface RecordCounts {
  logs: LogCount[]
  sessions: SessionChange[]
  /** Of rows that nothing else counts. */
  countStored: CountStored
}

/**
 * How the writer stores one kind of record. It reaches no database: it yields steps, each of them for all records at
 * once. Records of one batch that touch the same row are joined in memory, in their order, and the row is written once.
 */
export interface RecordPort<R extends StoredRecord> {
  /** What tells it from others of its project; undefined for a kind that can't be told, so that a repeat counts again. */
  nameOf(record: R): string | undefined
  /** Says of each whether it is there already, as it stands. */
  findKnown(records: readonly Owned<R>[]): Steps<boolean[]>
  /**
   * Before the transaction, while others may write: compresses, or writes files. What it gives runs in the transaction,
   * says what is to be counted, and tells what was not taken.
   */
  prepare(records: readonly Arrived<R>[]): (counts: RecordCounts) => Steps<Declined[]>
}

import type { Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import type { RunSteps } from '#server/store/postgres/rows/run-steps.ts'
import type { Database } from '#server/store/schema/schema.ts'

/**
 * Work that runs by itself, in small slices, in one of the processes at a time. A slice is one serializable transaction that
 * holds the job's row: nobody leads, whoever is cut off can't commit, and what a dead process held its connection lets go.
 */
export interface Job {
  /** The name of its row, which stays what it is. */
  name: string
  /** In so many parts, several processes may do it at once; one, if nothing is said. */
  shards?: number
  /** Milliseconds until it is looked at again once there is nothing left to do. */
  everyMs: number
  /** Milliseconds between two slices while there is more to do. */
  pauseMs: number
  /**
   * Does some of the work; true while there is more. What it throws undoes the slice and is kept as the job's failure; the job
   * is tried again later. It runs again when another transaction was faster, so it tells nobody before the commit.
   */
  run(slice: JobSlice): Promise<boolean>
}

export interface JobSlice {
  shard: number
  /** The time of day, in milliseconds since the epoch. */
  now: number
  hasTime: () => boolean
  /** The transaction, for each way of asking. */
  trx: Transaction<Database>
  runSteps: RunSteps
  client: ClientBase
  /** What the slice before kept, in whichever process and program; undefined at first. */
  state: unknown
  /** Keeps plain data for the next slice. */
  keep(state: unknown): void
  /** Calls back once the slice is stored. */
  onCommit(tell: () => void): void
}

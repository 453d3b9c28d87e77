import type { Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import type { RunSteps } from '#server/store/postgres/rows/run-steps.ts'
import type { Database } from '#server/store/schema/schema.ts'

/**
 * Background work in small slices, each done by one of the processes. A slice is a serializable transaction that locks the
 * job's row. There is no leader: a process that loses its connection cannot commit, and its lock ends with the connection.
 */
export interface Job {
  /** The name of its row, which must not change between versions. */
  name: string
  /** The number of parts that different processes may work on at the same time; 1 by default. */
  shards?: number
  /** Milliseconds until the next slice after one that found nothing left to do. */
  everyMs: number
  /** Milliseconds between two slices while there is more to do. */
  pauseMs: number
  /**
   * Does some of the work, and returns true while there is more. An error undoes the slice, is kept as the job's failure, and
   * the job is tried again later. If another transaction was faster, the slice runs again, so it must notify nobody before
   * the commit.
   */
  run(slice: JobSlice): Promise<boolean>
}

export interface JobSlice {
  shard: number
  /** The current time in milliseconds since the epoch. */
  now: number
  hasTime: () => boolean
  /** The transaction. `runSteps` and `client` work in the same one. */
  trx: Transaction<Database>
  runSteps: RunSteps
  client: ClientBase
  /** The data that the last slice kept, perhaps in another process or version; undefined before the first slice. */
  state: unknown
  /** Keeps plain data for the next slice. */
  keep(state: unknown): void
  /** Calls back once the slice is stored. */
  onCommit(tell: () => void): void
}

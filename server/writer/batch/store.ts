import type { DatabaseSync } from 'node:sqlite'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { writeAttachments } from '#server/store/maintenance/attachment-files.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { inTransaction } from '#server/store/sqlite/transaction.ts'
import { createAggregates } from '#server/writer/aggregates/aggregates.ts'
import { type AppendedBatches, createAppending, type OnDeclined } from '#server/writer/appending/append.ts'
import type { Commit } from './commit.ts'
import type { BatchEntry } from './entry.ts'
import type { PreparedBatch } from './prepare.ts'

/** Where batches are written: one for a connection, since it has its statements prepared and rows at hand. */
export interface BatchStore {
  /** What is not in the database yet, each once. */
  withoutRepeats(entries: BatchEntry[]): BatchEntry[]
  /** Says of prepared batches that are to be stored together whether nothing of each is known. */
  areFresh(batches: readonly PreparedBatch[]): boolean[]
  /** Stores batches without repeats, and what was refused beside them, in one transaction: all or nothing. */
  store(batches: readonly PreparedBatch[], refused: readonly OutcomeCount[], onDeclined?: OnDeclined): Commit
  /** Does all that storing a batch does but the commit. Throws what that would throw. */
  rehearse(batch: PreparedBatch): void
}

/** Ends a rehearsal's transaction. */
class Rehearsed extends Error {}

/** Stores batches on SQLite: what they append and what they count are one transaction. */
export function createBatchStore(connection: DatabaseSync, attachments: string): BatchStore {
  const run = createSqliteRows(connection)
  const appending = createAppending({ writeFiles: (files) => writeAttachments(attachments, [...files]) })
  const aggregates = createAggregates()

  function storeAll({ append }: AppendedBatches): Commit {
    const { commit, delta } = run(append())
    run(aggregates.fold(delta))
    return commit
  }

  return {
    withoutRepeats: (entries) => run(appending.withoutRepeats(entries)),
    areFresh: (batches) => run(appending.areFresh(batches)),
    store(batches, refused, onDeclined) {
      // Before the transaction: others may write while this compresses.
      const prepared = appending.prepare(batches, refused, onDeclined)
      const commit = inTransaction(connection, () => storeAll(prepared))
      aggregates.settle()
      return commit
    },
    rehearse(batch) {
      const prepared = appending.prepare([{ ...batch, records: [] }], [])
      try {
        inTransaction(connection, () => {
          storeAll(prepared)
          throw new Rehearsed()
        })
      } catch (error) {
        if (!(error instanceof Rehearsed)) throw error
      }
    },
  }
}

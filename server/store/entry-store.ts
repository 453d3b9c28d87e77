import type { Commit } from './batch.ts'
import type { BatchEntry } from './batch-entry.ts'
import type { OutcomeCount } from './batch-statements.ts'
import type { BatchStore, OnDeclined } from './batch-store.ts'
import { createPreparer } from './prepare-batch.ts'

/** Stores what is new of processed envelopes, in one transaction. */
export function createEntryStore({ withoutRepeats, store }: BatchStore) {
  const startBatch = createPreparer()
  return (entries: BatchEntry[], refused: readonly OutcomeCount[], onDeclined?: OnDeclined): Commit => {
    const batch = startBatch()
    for (const entry of withoutRepeats(entries)) batch.add(entry)
    return store([batch.pack()], refused, onDeclined)
  }
}

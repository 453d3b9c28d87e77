import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { OnDeclined } from '#server/writer/appending/append.ts'
import type { Commit } from './commit.ts'
import type { BatchEntry } from './entry.ts'
import { createPreparer } from './prepare.ts'
import type { BatchStore } from './store.ts'

/** Stores what is new of processed envelopes, in one transaction. */
export function createEntryStore({ withoutRepeats, store }: BatchStore) {
  const startBatch = createPreparer()
  return (entries: BatchEntry[], refused: readonly OutcomeCount[], onDeclined?: OnDeclined): Commit => {
    const batch = startBatch()
    for (const entry of withoutRepeats(entries)) batch.add(entry)
    return store([batch.pack()], refused, onDeclined)
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { hasRows } from '#server/store/postgres/journal/shards.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { type BatchResult, createBatchWriting } from '#server/writer/batch/batch.ts'
import { createEntryReader } from '#server/writer/batch/entry.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { runLater } from '#server/writer/work.ts'
import { createPostgresBatchStore } from './batch-store.ts'
import { createLoadedSources } from './entry-sources.ts'
import { createFolder } from './folder.ts'
import { createRecentDeltas } from './recent-deltas.ts'

/** The pause before a shard that a desk folds is looked at again. */
const PAUSE_MS = 20

/** Writes to PostgreSQL in this thread. */
export interface PostgresBatchWriter {
  write(envelopes: SubmittedEnvelope[], refused: OutcomeCount[]): Promise<BatchResult>
  /** Resolves when all that the project has in the journal is counted. */
  count(projectId: number): Promise<void>
  close(): Promise<void>
}

export async function openPostgresBatchWriter(
  url: string,
  { newEventId, clock }: Pick<ProcessingContext, 'newEventId'> & { clock: () => number },
): Promise<PostgresBatchWriter> {
  const pool = openWritingPool(url)
  const db = openKysely(createPostgresDialect(pool), undefined)
  const facts = await withConnection(pool, readRowFacts)
  const recent = createRecentDeltas()
  const store = createPostgresBatchStore({ pool, facts, blobs: createRowBlobs(db), clock, recent })
  const reader = createEntryReader(createLoadedSources(db), { newEventId })
  const write = createBatchWriting(reader, store.storeEntries)
  const folder = createFolder({ pool, facts, processId: randomUUID(), recent })
  return {
    write: (envelopes, refused) => runLater(write(envelopes, refused)),
    async count(projectId) {
      for (await folder.fold(); await hasRows(pool, projectId); await folder.fold()) {
        await setTimeout(PAUSE_MS)
      }
    },
    close: () => pool.end(),
  }
}

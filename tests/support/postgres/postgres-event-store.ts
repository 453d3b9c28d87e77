import pg from 'pg'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { onFoldRequest } from '#server/store/postgres/journal/fold-requests.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { valueTypes } from '#server/store/postgres/values.ts'
import { type BatchResult, createBatchWriting } from '#server/writer/batch/batch.ts'
import { createEntryReader } from '#server/writer/batch/entry.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { createPostgresBatchStore } from '#server/writer/postgres/batch-store.ts'
import { createLoadedSources } from '#server/writer/postgres/entry-sources.ts'
import { createFolder } from '#server/writer/postgres/folder.ts'
import { startFolding } from '#server/writer/postgres/folding.ts'
import { openPostgresTools } from '#server/writer/postgres/preparer-tools.ts'
import { createRecentDeltas } from '#server/writer/postgres/recent-deltas.ts'
import { createSubmissionWriting } from '#server/writer/submission-writer.ts'
import { runLater } from '#server/writer/work.ts'
import { createPostgresDatabase } from './postgres-database.ts'

export interface PostgresEventStore {
  store: Store
  url: string
  /** Prepares and stores envelopes as the writer's threads would. Nothing is folded by itself unless it `folds`. */
  writeBatch(envelopes: SubmittedEnvelope[], refused: OutcomeCount[]): Promise<BatchResult>
  /** Counts what is in the journal, and what triggers noted. */
  fold(): Promise<void>
  select(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

interface PostgresEventStoreOptions {
  /** The database of another process. Without it, a new one is made. */
  url?: string
  clock?: () => number
  processId?: string
  /** Counts what is stored by itself, as the writer's thread does. */
  folds?: boolean
}

/** A database of its own, with the work of a desk's threads done in this one. */
export async function openPostgresEventStore({
  url: given,
  clock = () => 0,
  processId = 'one',
  folds = false,
}: PostgresEventStoreOptions = {}): Promise<PostgresEventStore> {
  const url = given ?? (await createPostgresDatabase())
  const store = await openPostgresStore({ url, clock })
  const pool = openWritingPool(url)
  const db = openKysely(createPostgresDialect(pool), undefined)
  const facts = await withConnection(pool, readRowFacts)
  let ids = 0
  const newEventId = () => (++ids).toString(16).padStart(32, '0')
  // Whatever the machine's load is, stacks are looked up at once.
  const stopwatch = () => 0
  const tools = await openPostgresTools(url, newEventId, { stopwatch })
  const recent = createRecentDeltas()
  const batches = createPostgresBatchStore({ pool, facts, blobs: createRowBlobs(db), clock, recent })
  const reader = createEntryReader(createLoadedSources(db, { stopwatch }), { newEventId })
  const write = createSubmissionWriting(batches.storeReady, createBatchWriting(reader, batches.storeEntries))
  const folder = createFolder({ pool, facts, processId, recent })
  const folding = folds ? startFolding({ folder, clock, onLag: () => {} }) : undefined
  const ignoreRequests = folding && onFoldRequest(folding.hurry)
  const admin = new pg.Client({ connectionString: url, types: valueTypes })
  admin.on('error', () => undefined) // of a server that a test ends
  await admin.connect()
  return {
    store,
    url,
    async writeBatch(envelopes, refused) {
      const prepared = structuredClone(await tools.prepare(envelopes, () => {})) // as it comes from another thread
      const [result] = await runLater(write([{ envelopes, refused, prepared }]))
      folding?.wake()
      if (result === undefined) throw new Error('Cannot write batch: it gave no result')
      return result
    },
    async fold() {
      while (await folder.fold());
    },
    select: async (sql) => (await admin.query<Record<string, unknown>>(sql)).rows,
    async close() {
      ignoreRequests?.()
      await folding?.close()
      await admin.end()
      await tools.close()
      await db.destroy()
      if (!pool.ended) await pool.end() // Kysely ends no pool that it has not used
      await store.close()
    },
  }
}

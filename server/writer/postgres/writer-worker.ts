import { randomBytes, randomUUID } from 'node:crypto'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { createSharedBlobs } from '#server/store/postgres/blobs/shared-blobs.ts'
import { openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { onFoldRequest } from '#server/store/postgres/journal/fold-requests.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createBatchWriting } from '#server/writer/batch/batch.ts'
import { createEntryReader } from '#server/writer/batch/entry.ts'
import { writeSlice } from '#server/writer/heavy/slice-writer.ts'
import type {
  FromPreparer,
  HeavyReply,
  HeavySlice,
  WriterData,
  WriterMessage,
  WriterRequest,
} from '#server/writer/messages.ts'
import { createSubmissionWriting } from '#server/writer/submission-writer.ts'
import { runLater } from '#server/writer/work.ts'
import { createPostgresBatchStore } from './batch-store.ts'
import { createLoadedSources } from './entry-sources.ts'
import { createFolder } from './folder.ts'
import { startFolding } from './folding.ts'
import { createLanes } from './lanes.ts'
import { createRecentDeltas } from './recent-deltas.ts'

/** Two batches and a slice may all wait for a lock until a fold is done, so the fold has a connection of its own. */
const STORING_CONNECTIONS = 4
const { postgresUrl = '', bucket } = workerData as WriterData // threads.ts starts us
const port = parentPort
if (!port) throw new Error('Cannot start the writer: it must run in a worker thread')

const pool = openWritingPool(postgresUrl, STORING_CONNECTIONS)
const facts = await withConnection(pool, readRowFacts)
const db = openKysely(createPostgresDialect(pool), undefined)
const recent = createRecentDeltas()
const store = createPostgresBatchStore({
  pool,
  facts,
  blobs: createSharedBlobs(db, bucket),
  clock: Date.now,
  recent,
})
const newEventId = () => randomBytes(16).toString('hex')
const reader = createEntryReader(createLoadedSources(db), { newEventId })
const write = createSubmissionWriting(store.storeReady, createBatchWriting(reader, store.storeEntries))
const folder = createFolder({ pool, facts, processId: randomUUID(), recent })
const folding = startFolding({
  folder,
  clock: Date.now,
  onLag: (lagMs) => tell({ kind: 'lag', lagMs }),
})
const ignoreRequests = onFoldRequest(folding.hurry)
const ports = new Set<MessagePort>()

/** Light envelopes that are ready when a lane is free share a transaction. */
const lanes = createLanes(async (messages: FromPreparer[]) => {
  const submissions = messages.filter((message) => message.kind === 'batch')
  for (const { id } of submissions) tell({ kind: 'taken', id })
  const results = submissions.length === 0 ? [] : await runLater(write(submissions))
  for (const [index, result] of results.entries()) {
    const { id = 0, workMs = [] } = submissions[index] ?? {} // there is a result for each
    tell({ kind: 'written', id, workMs, ...result })
  }
  folding.wake()
  for (const message of messages) if (message.kind === 'probe') await probe(message)
})

async function probe({ id, rehearsal }: Extract<FromPreparer, { kind: 'probe' }>): Promise<void> {
  try {
    if (rehearsal) await store.rehearse(rehearsal)
    await store.noteProbe()
    tell({ kind: 'probed', id, failure: undefined })
  } catch (error) {
    tell({ kind: 'probed', id, failure: String(error) })
  }
}

/** Stores one slice at a time. The next one is not sent before this one is taken. */
function takeSlices(from: MessagePort): void {
  from.on('message', async (slice: HeavySlice) => {
    const { id, workMs } = slice
    const stored = await runLater(writeSlice(slice, store.storeSlice))
    from.postMessage({ isTaken: stored.commit !== undefined } satisfies HeavyReply)
    if (stored.commit === undefined) return tell({ kind: 'alone', id, workMs, ...stored })
    folding.wake()
    tell({ kind: 'slice', id, commit: stored.commit })
    if (!slice.batch || !slice.isLast) return
    const said = slice.failure === undefined ? {} : { failure: slice.failure }
    tell({ kind: 'alone', id, workMs, result: slice.answer, ...said })
  })
}

port.on('message', (request: WriterRequest) => {
  switch (request.kind) {
    case 'preparer':
      ports.add(request.port)
      request.port.once('close', () => ports.delete(request.port))
      if (request.lane === 'light') request.port.on('message', lanes.add)
      else takeSlices(request.port)
      return
    case 'expire': // jobs do that, by whichever process
      return tell({ kind: 'expired', id: request.id, hasMore: false })
    case 'close':
      void close()
  }
})
tell({ kind: 'ready' })

async function close(): Promise<void> {
  await lanes.idle()
  ignoreRequests()
  await folding.close()
  await folder.fold().catch(() => undefined) // so that a stopped desk has counted what it stored
  await pool.end() // Kysely does not end a pool that it has not used.
  for (const from of ports) from.close()
  port?.close()
}

function tell(message: WriterMessage): void {
  port?.postMessage(message)
}

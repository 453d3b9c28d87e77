import { randomBytes } from 'node:crypto'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { isFileFailure, isStorageFailure } from '#server/store/engine/storage-failure.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { checkpointBytes, createCheckpointer } from '#server/store/sqlite/checkpoint.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { setSynchronous } from '#server/store/sqlite/pragmas.ts'
import { createRetention } from '#server/store/sqlite/retention/retention.ts'
import { openLogSync } from '#server/store/sqlite/wal-sync.ts'
import { createBatchStore } from './batch/store.ts'
import { createSliceWriter } from './heavy/slice-writer.ts'
import type {
  ExpiryResult,
  FromPreparer,
  HeavyReply,
  HeavySlice,
  WriterData,
  WriterMessage,
  WriterRequest,
} from './messages.ts'
import { probeWrite } from './probe.ts'
import { createSubmissionWriter } from './submission-writer.ts'

/** Bounds what one transaction holds, and so for how long it keeps others from writing. */
const MOST_ENVELOPES = 256

/** The writer's thread: it alone writes events, and waits for the disk where no request is served. */
const { file, retentionDays, syncedFile = file } = workerData as WriterData // threads.ts starts us
const port = parentPort
if (!port) throw new Error('Cannot start the writer: it must run in a worker thread')

const connection = openConnection(file)
const attachments = attachmentFolder(file)
const newEventId = () => randomBytes(16).toString('hex')
const store = createBatchStore(connection, attachments)
const write = createSubmissionWriter(connection, { newEventId, attachments, store })
const writeSlice = createSliceWriter(connection, store)
const checkpointer = createCheckpointer(connection)
const expireSlice = createRetention(connection, { retentionDays, attachments })

const log = openLogSync(syncedFile)
setSynchronous(connection, 'normal') // for batches, which wait for the log by themselves

/** Resolves when all requests so far are answered. */
let answered = Promise.resolve()

/** Of the preparers; one that died closed its own. */
const ports = new Set<MessagePort>()

function keep(from: MessagePort): void {
  ports.add(from)
  from.once('close', () => ports.delete(from))
}

/** Light envelopes, many at a time. */
function takeBatches(from: MessagePort): void {
  keep(from)
  from.on('message', (first: FromPreparer) => {
    const all = [first, ...takeMore(from, MOST_ENVELOPES - sizeOf(first))]
    const submissions = all.filter((message) => message.kind === 'batch')
    const results = write(submissions)
    const onDisk = results.some(({ commit }) => commit !== undefined) ? log.sync() : undefined
    for (const [index, result] of results.entries()) {
      const { id = 0, workMs = [] } = submissions[index] ?? {} // there is a result for each
      tell({ kind: 'taken', id })
      answer({ kind: 'written', id, workMs, ...result }, onDisk)
    }
    for (const message of all) if (message.kind === 'probe') probe(message)
    checkpoint() // the next ones are on their way
  })
}

/** One slice at a time: the next one is not sent before this one is taken, so that batches come between. */
function takeSlices(from: MessagePort): void {
  keep(from)
  from.on('message', (slice: HeavySlice) => {
    const stored = writeSlice(slice)
    from.postMessage({ isTaken: stored.commit !== undefined } satisfies HeavyReply)
    const { id, workMs } = slice
    if (stored.commit === undefined) {
      answer({ kind: 'alone', id, workMs, ...stored })
      return
    }
    answer({ kind: 'slice', id, commit: stored.commit }, log.sync())
    if (slice.batch && slice.isLast) {
      const said = slice.failure === undefined ? {} : { failure: slice.failure }
      answer({ kind: 'alone', id, workMs, result: slice.answer, ...said })
    }
    checkpoint()
  })
}

function probe({ id, rehearsal }: Extract<FromPreparer, { kind: 'probe' }>): void {
  answer({ kind: 'probed', id, failure: durably(() => probeWrite(connection, store, rehearsal)) })
}

port.on('message', (request: WriterRequest) => {
  switch (request.kind) {
    case 'preparer':
      if (request.lane === 'light') takeBatches(request.port)
      else takeSlices(request.port)
      return
    case 'expire':
      answer({ kind: 'expired', id: request.id, ...durably(() => expire(request.now)) })
      checkpoint(checkpointBytes.afterDeleting)
      return
    case 'close':
      void answered.then(() => {
        log.close()
        connection.close()
        for (const from of ports) from.close()
        port.close()
      })
  }
})
tell({ kind: 'ready' })

/** What was prepared meanwhile shares the transaction: the further behind we are, the less each costs. */
function takeMore(from: MessagePort, room: number): FromPreparer[] {
  const taken: FromPreparer[] = []
  for (let left = room; left > 0; ) {
    const next = receiveMessageOnPort(from)
    if (next === undefined) break
    const message: FromPreparer = next.message
    taken.push(message)
    left -= sizeOf(message)
  }
  return taken
}

function sizeOf(message: FromPreparer): number {
  return message.kind === 'batch' ? message.envelopes.length : 0
}

/** A log that can't be synced ends the thread: what is on the disk nobody knows, and nothing of it is acknowledged. */
function answer(message: WriterMessage, onDisk?: Promise<void>): void {
  answered = answered.then(() => onDisk).then(() => tell(message))
}

function tell(message: WriterMessage): void {
  port?.postMessage(message)
}

/** Syncs inside of each commit: a file goes only after its row is gone for good. */
function durably<Result>(write: () => Result): Result {
  setSynchronous(connection, 'full')
  try {
    return write()
  } finally {
    setSynchronous(connection, 'normal')
  }
}

/** A full disk must not end the thread: the next batch will say what is the matter. */
function checkpoint(bytes?: number): void {
  try {
    checkpointer.run(bytes)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}

function expire(now: number): ExpiryResult {
  try {
    return { hasMore: expireSlice(now) }
  } catch (error) {
    if (!isStorageFailure(error) && !isFileFailure(error)) throw error
    return { hasMore: false, failure: String(error) }
  }
}

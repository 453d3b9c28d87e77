import { randomBytes } from 'node:crypto'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { attachmentFolder } from './attachment-files.ts'
import { checkpointBytes, createCheckpointer } from './checkpoint.ts'
import { openConnection } from './connection.ts'
import { openLogSync } from './log-sync.ts'
import type { PreparedSubmission } from './prepare-submission.ts'
import { probeWrite } from './probe.ts'
import { createRetention } from './retention.ts'
import { createSubmissionWriter } from './submission-writer.ts'
import { isFileFailure, isStorageFailure } from './transaction.ts'
import type {
  ExpiryResult,
  WriterAnswer,
  WriterData,
  WriterMessage,
  WriterRequest,
} from './writer-messages.ts'

/** Bounds what one transaction holds, and so for how long it keeps others from writing. */
const MOST_ENVELOPES = 256

/** The writer's thread: it alone writes events, and waits for the disk where no request is served. */
const { file, retentionDays, syncedFile = file, fromPreparer } = workerData as WriterData // writer-thread.ts starts us
const port = parentPort
if (!port) throw new Error('Cannot start the writer: it is not in a thread of its own')

const connection = openConnection(file)
const attachments = attachmentFolder(file)
const newEventId = () => randomBytes(16).toString('hex')
const write = createSubmissionWriter(connection, { newEventId, attachments })
const checkpointer = createCheckpointer(connection)
const expireSlice = createRetention(connection, { retentionDays, attachments })

const log = openLogSync(syncedFile)
connection.exec('pragma synchronous = normal') // for batches, which wait for the log by themselves

/** Resolves when all requests so far are answered. */
let answered = Promise.resolve()

fromPreparer.on('message', (first: PreparedSubmission) => {
  const submissions = [first, ...takeMore(fromPreparer, MOST_ENVELOPES - first.envelopes.length)]
  const results = write(submissions)
  const onDisk = results.some(({ commit }) => commit !== undefined) ? log.sync() : undefined
  for (const result of results) {
    tell({ kind: 'taken' })
    answer({ kind: 'written', ...result }, onDisk)
  }
  checkpoint() // the next ones are on their way
})

port.on('message', (request: WriterRequest) => {
  switch (request.kind) {
    case 'probe':
      answer({ kind: 'probed', failure: durably(() => probeWrite(connection)) })
      return
    case 'expire':
      answer({ kind: 'expired', ...durably(() => expire(request.now)) })
      checkpoint(checkpointBytes.afterDeleting)
      return
    case 'close':
      void answered.then(() => {
        log.close()
        connection.close()
        fromPreparer.close()
        port.close()
      })
  }
})
tell({ kind: 'ready' })

/** What was prepared meanwhile shares the transaction: the further behind we are, the less each costs. */
function takeMore(from: MessagePort, room: number): PreparedSubmission[] {
  const taken: PreparedSubmission[] = []
  for (let left = room; left > 0; ) {
    const next = receiveMessageOnPort(from)
    if (next === undefined) break
    const submission: PreparedSubmission = next.message
    taken.push(submission)
    left -= submission.envelopes.length
  }
  return taken
}

/** A log that can't be synced ends the thread: what is on the disk nobody knows, and nothing of it is acknowledged. */
function answer(message: WriterAnswer, onDisk?: Promise<void>): void {
  answered = answered.then(() => onDisk).then(() => tell(message))
}

function tell(message: WriterMessage): void {
  port?.postMessage(message)
}

/** Syncs inside of each commit: a file goes only after its row is gone for good. */
function durably<Result>(write: () => Result): Result {
  connection.exec('pragma synchronous = full')
  try {
    return write()
  } finally {
    connection.exec('pragma synchronous = normal')
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

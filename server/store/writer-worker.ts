import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { attachmentFolder } from './attachment-files.ts'
import { createBatchWriter } from './batch.ts'
import { createCheckpointer } from './checkpoint.ts'
import { openConnection } from './connection.ts'
import { openLogSync } from './log-sync.ts'
import { probeWrite } from './probe.ts'
import { createRetention } from './retention.ts'
import { isFileFailure, isStorageFailure } from './transaction.ts'
import type { ExpiryResult, WriterAnswer, WriterMessage, WriterRequest } from './writer-messages.ts'
import type { ThreadOptions } from './writer-thread.ts'

/** The writer's thread: parsing, compressing and waiting for the disk happen here, not where requests are served. */
const { file, retentionDays, syncedFile = file } = workerData as ThreadOptions // writer-thread.ts starts us
const port = parentPort
if (!port) throw new Error('Cannot start the writer: it is not in a thread of its own')

const connection = openConnection(file)
const attachments = attachmentFolder(file)
const newEventId = () => randomBytes(16).toString('hex')
const writeBatch = createBatchWriter(connection, { newEventId, attachments })
const checkpointer = createCheckpointer(connection)
const expireSlice = createRetention(connection, { retentionDays, attachments })

const log = openLogSync(syncedFile)
connection.exec('pragma synchronous = normal') // for batches, which wait for the log by themselves

/** Resolves when all requests so far are answered. */
let answered = Promise.resolve()

port.on('message', (request: WriterRequest) => {
  switch (request.kind) {
    case 'batch': {
      const result = writeBatch(request.envelopes, request.refused)
      const onDisk = result.commit === undefined ? undefined : log.sync()
      tell({ kind: 'taken' })
      answer({ kind: 'written', ...result }, onDisk)
      checkpoint() // the next batch is on its way
      return
    }
    case 'probe':
      answer({ kind: 'probed', failure: durably(() => probeWrite(connection)) })
      return
    case 'expire':
      answer({ kind: 'expired', ...durably(() => expire(request.now)) })
      checkpoint()
      return
    case 'close':
      void answered.then(() => {
        log.close()
        connection.close()
        port.close()
      })
  }
})
tell({ kind: 'ready' })

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
function checkpoint(): void {
  try {
    checkpointer.run()
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

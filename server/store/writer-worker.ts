import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { attachmentFolder } from './attachment-files.ts'
import { createBatchWriter } from './batch.ts'
import { createCheckpointer } from './checkpoint.ts'
import { openConnection } from './connection.ts'
import { probeWrite } from './probe.ts'
import { createRetention } from './retention.ts'
import { isFileFailure, isStorageFailure } from './transaction.ts'
import type { ExpiryResult, WriterAnswer, WriterRequest } from './writer-messages.ts'
import type { ThreadOptions } from './writer-thread.ts'

/** The writer's thread: parsing, compressing and waiting for the disk happen here, not where requests are served. */
const { file, retentionDays } = workerData as ThreadOptions // writer-thread.ts starts us
const port = parentPort
if (!port) throw new Error('Cannot start the writer: it is not in a thread of its own')

const connection = openConnection(file)
const attachments = attachmentFolder(file)
const newEventId = () => randomBytes(16).toString('hex')
const writeBatch = createBatchWriter(connection, { newEventId, attachments })
const checkpointer = createCheckpointer(connection)
const expireSlice = createRetention(connection, { retentionDays, attachments })

port.on('message', (request: WriterRequest) => {
  switch (request.kind) {
    case 'batch':
      answer({ kind: 'written', ...writeBatch(request.envelopes, request.refused) })
      checkpoint() // those who sent the batch have their answers
      return
    case 'probe':
      answer({ kind: 'probed', failure: probeWrite(connection) })
      return
    case 'expire':
      answer({ kind: 'expired', ...expire(request.now) })
      checkpoint()
      return
    case 'close':
      connection.close()
      port.close()
  }
})
answer({ kind: 'ready' })

function answer(message: WriterAnswer): void {
  port?.postMessage(message)
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

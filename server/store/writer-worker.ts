import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { attachmentFolder } from './attachment-files.ts'
import { createBatchWriter } from './batch.ts'
import { openConnection } from './connection.ts'
import { probeWrite } from './probe.ts'
import type { WriterAnswer, WriterRequest } from './writer-messages.ts'

/** The writer's thread: parsing, compressing and waiting for the disk happen here, not where requests are served. */
const { file } = workerData as { file: string } // writer.ts starts us
const port = parentPort
if (!port) throw new Error('Cannot start the writer: it is not in a thread of its own')

const connection = openConnection(file)
const writeBatch = createBatchWriter(connection, {
  newEventId: () => randomBytes(16).toString('hex'),
  attachments: attachmentFolder(file),
})

port.on('message', (request: WriterRequest) => {
  switch (request.kind) {
    case 'batch':
      answer({ kind: 'written', ...writeBatch(request.envelopes, request.refused) })
      return
    case 'probe':
      answer({ kind: 'probed', failure: probeWrite(connection) })
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

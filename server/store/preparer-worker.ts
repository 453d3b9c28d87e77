import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import { createSubmissionPreparer, type Prepared, type PreparedSubmission } from './prepare-submission.ts'
import type { PreparerData, PreparerMessage, PreparerRequest } from './writer-messages.ts'

/** The preparer's thread: parsing, scrubbing, grouping and compressing happen here, beside what the writer's does. */
const { file, toWriter } = workerData as PreparerData // writer-thread.ts starts us
const port = parentPort
if (!port) throw new Error('Cannot start the preparer: it is not in a thread of its own')

const connection = openConnection(file, { readOnly: true }) // for the projects' settings
const newEventId = () => randomBytes(16).toString('hex')
const prepare = createSubmissionPreparer(connection, { newEventId })

port.on('message', (request: PreparerRequest) => {
  switch (request.kind) {
    case 'batch': {
      const { envelopes, refused } = request
      const prepared = prepare(envelopes)
      const submission: PreparedSubmission = { envelopes, refused, prepared }
      toWriter.postMessage(submission, [...envelopes.map(({ body }) => body.buffer), ...buffersOf(prepared)])
      return
    }
    case 'close':
      connection.close()
      toWriter.close()
      port.close()
  }
})
port.postMessage({ kind: 'ready' } satisfies PreparerMessage)

/** Handed over, not copied, as are the bodies: the writer may have to process them itself. */
function buffersOf(prepared: Prepared | undefined): ArrayBuffer[] {
  if (prepared === undefined) return []
  const { events, spans } = prepared.batch
  return [...events, ...spans.blocks].map(({ data }) => data.buffer)
}

import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import type { PreparedBatch } from '#server/writer/batch/prepare.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { createSlicePreparer } from '#server/writer/heavy/prepare-alone.ts'
import type {
  FromPreparer,
  HeavyReply,
  HeavySlice,
  OwnedEnvelope,
  PreparerData,
  PreparerMessage,
  PreparerRequest,
} from '#server/writer/messages.ts'
import { createRehearsal } from './prepare-rehearsal.ts'
import { createSubmissionPreparer } from './prepare-submission.ts'
import { createProgress } from './progress.ts'

export interface PreparerOptions {
  /** Called before an envelope is read: a test gets stuck here. */
  onRead?: (envelope: SubmittedEnvelope) => void
}

/** Heavy work gives way where there are fewer processors than threads; on Linux alone has a thread a priority. */
const HEAVY_NICENESS = 5

/** The preparer's thread: parsing, scrubbing, grouping and compressing happen here, beside what the writer's does. */
export function servePreparer({ onRead }: PreparerOptions = {}): void {
  const { file, lane, toWriter, progress: shared } = workerData as PreparerData // threads.ts starts us
  const port = parentPort
  if (!port) throw new Error('Cannot start the preparer: it must run in a worker thread')

  const progress = createProgress(shared)
  const connection = openConnection(file, { readOnly: true }) // for the projects' settings
  const newEventId = () => randomBytes(16).toString('hex')
  const prepareBatch = lane === 'light' ? prepareMany() : prepareAlone()
  const prepareRehearsal = createRehearsal(connection, newEventId)
  if (lane === 'heavy' && process.platform === 'linux') setPriority(0, HEAVY_NICENESS)

  port.on('message', (request: PreparerRequest) => {
    switch (request.kind) {
      case 'batch':
        progress.begin(request.id)
        void prepareBatch(request)
        return
      case 'probe':
        toWriter.postMessage({
          ...{ kind: 'probe', id: request.id },
          rehearsal: prepareRehearsal(),
        } satisfies FromPreparer)
        return
      case 'close':
        connection.close()
        toWriter.close()
        port.close()
    }
  })
  port.postMessage({ kind: 'ready' } satisfies PreparerMessage)

  function prepareMany() {
    const prepare = createSubmissionPreparer(connection, { newEventId })
    return ({ id, envelopes, refused }: Batch) => {
      const workMs = envelopes.map(() => 0)
      let begun = { index: -1, at: 0 }
      const prepared = prepare(envelopes, (index) => {
        const at = performance.now()
        if (begun.index >= 0) workMs[begun.index] = at - begun.at
        begun = { index, at }
        progress.workOn(index)
        const envelope = envelopes[index]
        if (envelope) onRead?.(envelope)
      })
      // handed over, not copied, as are the bodies: the writer may have to process them itself
      const buffers = [...envelopes.map(({ body }) => body.buffer), ...buffersOf(prepared?.batch)]
      toWriter.postMessage(
        { kind: 'batch', id, envelopes, refused, prepared, workMs } satisfies FromPreparer,
        buffers,
      )
      progress.handOver(id)
    }
  }

  function prepareAlone() {
    const slicesOf = createSlicePreparer(connection, { newEventId, attachments: attachmentFolder(file) })
    return async ({ id, envelopes: [envelope] }: Batch) => {
      if (envelope === undefined) return
      progress.workOn(0)
      onRead?.(envelope)
      let isWanted = Promise.resolve(true)
      for (const slice of slicesOf(envelope)) {
        progress.rest()
        if (!(await isWanted)) break
        const { projectId } = envelope
        toWriter.postMessage({ id, projectId, ...slice } satisfies HeavySlice, buffersOf(slice.batch))
        isWanted = new Promise((resolve) => {
          toWriter.once('message', ({ isTaken }: HeavyReply) => resolve(isTaken))
        })
        progress.workOn(0)
      }
      progress.rest()
      await isWanted
      progress.handOver(id)
    }
  }
}

type Batch = {
  id: number
  envelopes: OwnedEnvelope[]
  refused: Extract<PreparerRequest, { kind: 'batch' }>['refused']
}

function buffersOf(batch: PreparedBatch | undefined): ArrayBuffer[] {
  if (batch === undefined) return []
  return [...batch.events, ...batch.spans.blocks].map(({ data }) => data.buffer)
}

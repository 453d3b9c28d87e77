import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { PreparedBatch } from '#server/writer/batch/prepare.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import type {
  FromPreparer,
  HeavyReply,
  HeavySlice,
  OwnedEnvelope,
  PreparerData,
  PreparerMessage,
  PreparerRequest,
} from '#server/writer/messages.ts'
import type { PreparerTools } from './preparer-tools.ts'
import { createProgress } from './progress.ts'
import { openSqliteTools } from './sqlite-tools.ts'

export interface PreparerOptions {
  /** Called before an envelope is read: a test gets stuck here. */
  onRead?: (envelope: SubmittedEnvelope) => void
}

/** Heavy work gives way where there are fewer processors than threads; on Linux alone has a thread a priority. */
const HEAVY_NICENESS = 5

/** The preparer's thread: parsing, scrubbing, grouping and compressing happen here, beside what the writer's does. */
export async function servePreparer({ onRead }: PreparerOptions = {}): Promise<void> {
  const { lane, toWriter, progress: shared, ...place } = workerData as PreparerData // threads.ts starts us
  const port = parentPort
  if (!port) throw new Error('Cannot start the preparer: it must run in a worker thread')

  const progress = createProgress(shared)
  const tools = await openTools(place)
  const prepareBatch = lane === 'light' ? prepareMany : prepareAlone
  if (lane === 'heavy' && process.platform === 'linux') setPriority(0, HEAVY_NICENESS)

  /** Resolves when all requests so far are done. They are served one after the other, also if the engine answers later. */
  let done: Promise<unknown> = Promise.resolve()
  port.on('message', (request: PreparerRequest) => {
    done = done.then(() => serve(request))
  })
  port.postMessage({ kind: 'ready' } satisfies PreparerMessage)

  async function serve(request: PreparerRequest): Promise<void> {
    switch (request.kind) {
      case 'batch':
        progress.begin(request.id)
        return prepareBatch(request)
      case 'probe': {
        const rehearsal = await tools.rehearse()
        return toWriter.postMessage({ kind: 'probe', id: request.id, rehearsal } satisfies FromPreparer)
      }
      case 'close':
        await tools.close()
        toWriter.close()
        port?.close()
    }
  }

  async function prepareMany({ id, envelopes, refused }: Batch): Promise<void> {
    const workMs = envelopes.map(() => 0)
    let begun = { index: -1, at: 0 }
    const prepared = await tools.prepare(envelopes, (index) => {
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

  async function prepareAlone({ id, envelopes: [envelope] }: Batch): Promise<void> {
    if (envelope === undefined) return
    progress.workOn(0)
    onRead?.(envelope)
    let isWanted = Promise.resolve(true)
    for await (const slice of tools.slicesOf(envelope)) {
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

/** The other engine's code is not loaded. */
async function openTools({
  file,
  postgresUrl,
}: Pick<PreparerData, 'file' | 'postgresUrl'>): Promise<PreparerTools> {
  const newEventId = () => randomBytes(16).toString('hex')
  if (postgresUrl === undefined) return openSqliteTools(file, newEventId)
  const { openPostgresTools } = await import('#server/writer/postgres/preparer-tools.ts')
  return openPostgresTools(postgresUrl, newEventId)
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

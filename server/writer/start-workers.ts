import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { LaneKind, PreparerData, ThreadOptions, WriterData, WriterRequest } from './messages.ts'
import type { Progress } from './preparer/progress.ts'

/** A heap for the largest batch and its rows; a thread that needs more has gone wrong, and is replaced. */
const HEAP_MB = 512
/** V8 would let what is new grow to 150 MB before it looks for what can go; this costs no throughput. */
const YOUNG_HEAP_MB = 16

export function startWriterWorker(options: ThreadOptions): Worker {
  const { file, postgresUrl, bucket, retentionDays, syncedFile = file } = options
  const script =
    postgresUrl === undefined
      ? new URL('./writer-worker.ts', import.meta.url)
      : new URL('./postgres/writer-worker.ts', import.meta.url)
  return startWorker(script, { file, postgresUrl, bucket, retentionDays, syncedFile })
}

/** A preparer with a way of its own to the writer. */
export function startPreparer(
  writer: Worker,
  lane: LaneKind,
  { file, postgresUrl, preparer = new URL('./preparer/preparer-worker.ts', import.meta.url) }: ThreadOptions,
  progress: Progress,
): Worker {
  const { port1, port2: toWriter } = new MessageChannel()
  writer.postMessage({ kind: 'preparer', lane, port: port1 } satisfies WriterRequest, [port1])
  return startWorker(preparer, { file, postgresUrl, lane, toWriter, progress: progress.shared }, [toWriter])
}

function startWorker(script: URL, workerData: PreparerData | WriterData, transferList: MessagePort[] = []) {
  return new Worker(script, {
    workerData,
    transferList,
    execArgv: [], // not what the main thread was started with: a test runner's loaders, for one
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
}

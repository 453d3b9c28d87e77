import { setFlagsFromString } from 'node:v8'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { BatchResult } from './batch.ts'
import type { OutcomeCount } from './batch-statements.ts'
import type {
  ExpiryResult,
  OwnedEnvelope,
  PreparerData,
  PreparerMessage,
  PreparerRequest,
  ThreadOptions,
  WriterAnswer,
  WriterData,
  WriterMessage,
  WriterRequest,
} from './writer-messages.ts'

/** A heap for the largest batch and its rows; a thread that needs more has gone wrong, and is replaced. */
const HEAP_MB = 512
/** V8 would let what is new grow to 150 MB before it looks for what can go; this costs no throughput. */
const YOUNG_HEAP_MB = 16

/**
 * One writer, from its start to its end: a thread that prepares batches and one that stores them. They live and die
 * together.
 */
export interface WriterThread {
  /**
   * The envelopes' buffers go to the threads. `onTaken` is called when there is time for the next: this batch is
   * committed and waits for the disk. Undefined when a thread died of it.
   */
  write(
    envelopes: OwnedEnvelope[],
    refused: OutcomeCount[],
    onTaken?: () => void,
  ): Promise<BatchResult | undefined>
  /** Why a row can't be written; undefined when it can. */
  probe(): Promise<string | undefined>
  /** Deletes a little of what is older than it is to be kept, at `now`. */
  expire(now: number): Promise<ExpiryResult>
  close(): Promise<void>
  /** Ends it in the middle of what it does. */
  terminate(): Promise<void>
  /** Resolves when both threads have ended, for whatever reason. */
  readonly ended: Promise<string>
}

/** Resolves when both threads have opened the database; rejects when one can't. */
export async function startWriterThread(options: ThreadOptions): Promise<WriterThread> {
  // Node strips types with WebAssembly, and V8 may crash while it replaces a thread's call wrappers by faster
  // ones (https://github.com/nodejs/node/issues/64500): they stay as they are, since nothing else here needs them.
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
  const { port1: fromPreparer, port2: toWriter } = new MessageChannel()
  const writer = startWorker(
    new URL('./writer-worker.ts', import.meta.url),
    { ...options, fromPreparer } satisfies WriterData,
    fromPreparer,
  )
  const { file } = options
  const preparer = startWorker(
    new URL('./preparer-worker.ts', import.meta.url),
    { file, toWriter } satisfies PreparerData,
    toWriter,
  )
  const workers = [writer, preparer]

  type Settle = (answer: WriterAnswer | undefined) => void
  /** Batches come by the other thread: their answers may overtake others'. */
  const waiting: { batches: Settle[]; others: Settle[] } = { batches: [], others: [] }
  /** Of the batches that the thread has not taken yet. */
  const untaken: ((() => void) | undefined)[] = []
  let failure: string | undefined
  writer.on('message', (message: WriterMessage | WatchMessage) => {
    if (!('kind' in message)) return
    if (message.kind === 'taken') untaken.shift()?.()
    else if (message.kind === 'written') waiting.batches.shift()?.(message)
    else waiting.others.shift()?.(message)
  })
  const ended = Promise.all(workers.map(endOf)).then(() => {
    for (const settle of [...waiting.batches.splice(0), ...waiting.others.splice(0)]) settle(undefined)
    return failure ?? 'it ended'
  })
  let hasEnded = false
  let isClosing = false
  for (const worker of workers) {
    worker.on('error', (error) => {
      failure ??= String(error)
    })
    worker.once('exit', () => {
      hasEnded = true
      if (!isClosing) for (const other of workers) void other.terminate() // one is of no use without the other
    })
  }

  function ask(
    to: Worker,
    request: PreparerRequest | WriterRequest,
    transfer: ArrayBuffer[] = [],
  ): Promise<WriterAnswer | undefined> {
    return new Promise((resolve) => {
      if (hasEnded) return resolve(undefined)
      try {
        to.postMessage(request, transfer)
        const answers = request.kind === 'batch' ? waiting.batches : waiting.others
        answers.push(resolve)
      } catch (error) {
        failure = String(error) // a buffer that was given away before
        resolve(undefined)
      }
    })
  }

  const isPrepared = new Promise<boolean>((resolve) => {
    preparer.on('message', (message: PreparerMessage | WatchMessage) => resolve('kind' in message))
    preparer.once('exit', () => resolve(false))
  })
  const first = await new Promise<WriterAnswer | undefined>((resolve) => waiting.others.push(resolve))
  if (first?.kind !== 'ready' || !(await isPrepared))
    throw new Error(`Cannot start the writer: ${await ended}`)

  return {
    async write(envelopes, refused, onTaken) {
      const bodies = envelopes.map(({ body }) => body.buffer)
      untaken.push(onTaken)
      const answer = await ask(preparer, { kind: 'batch', envelopes, refused }, bodies)
      return answer?.kind === 'written' ? answer : undefined
    },
    async probe() {
      const answer = await ask(writer, { kind: 'probe' })
      return answer?.kind === 'probed' ? answer.failure : failure
    },
    async expire(now) {
      const answer = await ask(writer, { kind: 'expire', now })
      return answer?.kind === 'expired'
        ? answer
        : { hasMore: false, ...(failure === undefined ? {} : { failure }) }
    },
    async close() {
      isClosing = true
      if (!hasEnded) {
        preparer.postMessage({ kind: 'close' } satisfies PreparerRequest)
        writer.postMessage({ kind: 'close' } satisfies WriterRequest)
      }
      await ended
    },
    async terminate() {
      failure = 'it was ended'
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
    ended,
  }
}

/** `node --watch` tells of a thread's imports by the same way. */
interface WatchMessage {
  'watch:import': string[]
}

function startWorker(script: URL, workerData: PreparerData | WriterData, port: MessagePort): Worker {
  return new Worker(script, {
    workerData,
    transferList: [port],
    execArgv: [], // not what the main thread was started with: a test runner's loaders, for one
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
}

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => worker.once('exit', () => resolve()))
}

import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { BatchResult } from './batch.ts'
import type { SubmittedEnvelope } from './batch-entry.ts'
import type { OutcomeCount } from './batch-statements.ts'
import type { ExpiryResult, WriterAnswer, WriterMessage, WriterRequest } from './writer-messages.ts'

/** A heap for the largest batch and its rows; a thread that needs more has gone wrong, and is replaced. */
const HEAP_MB = 512
/** V8 would let what is new grow to 150 MB before it looks for what can go; this costs no throughput. */
const YOUNG_HEAP_MB = 16

/** A body that fills its buffer, so that the buffer can be handed over. */
export type OwnedEnvelope = SubmittedEnvelope & { body: Uint8Array<ArrayBuffer> }

export interface ThreadOptions {
  file: string
  /** Undefined keeps everything. */
  retentionDays?: number | undefined
  /** The database whose log is waited for: `file`, unless a test names one whose disk fails. */
  syncedFile?: string
}

/** One writer thread, from its start to its end. */
export interface WriterThread {
  /**
   * The envelopes' buffers go to the thread. `onTaken` is called when it has time for the next: this batch is committed
   * and waits for the disk. Undefined when the thread died of it.
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
  /** Resolves when the thread has ended, for whatever reason. */
  readonly ended: Promise<string>
}

/** Resolves when the thread has opened the database; rejects when it can't. */
export async function startWriterThread(options: ThreadOptions): Promise<WriterThread> {
  // Node strips types with WebAssembly, and V8 may crash while it replaces a thread's call wrappers by faster
  // ones (https://github.com/nodejs/node/issues/64500): they stay as they are, since nothing else here needs them.
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), {
    workerData: options,
    execArgv: [], // not what the main thread was started with: a test runner's loaders, for one
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  const waiting: ((answer: WriterAnswer | undefined) => void)[] = []
  /** Of the batches that the thread has not taken yet. */
  const untaken: ((() => void) | undefined)[] = []
  let failure = 'it ended'
  worker.on('error', (error) => {
    failure = String(error)
  })
  worker.on('message', (message: WriterMessage | { 'watch:import': string[] }) => {
    if (!('kind' in message)) return // `node --watch` tells of the thread's imports by the same way
    if (message.kind === 'taken') untaken.shift()?.()
    else waiting.shift()?.(message)
  })
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', () => {
      for (const answer of waiting.splice(0)) answer(undefined)
      resolve(failure)
    })
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })

  function ask(request: WriterRequest, transfer: ArrayBuffer[] = []): Promise<WriterAnswer | undefined> {
    return new Promise((resolve) => {
      if (hasEnded) return resolve(undefined)
      try {
        worker.postMessage(request, transfer)
        waiting.push(resolve)
      } catch (error) {
        failure = String(error) // a buffer that was given away before
        resolve(undefined)
      }
    })
  }

  const first = await new Promise<WriterAnswer | undefined>((resolve) => waiting.push(resolve))
  if (first?.kind !== 'ready') throw new Error(`Cannot start the writer: ${await ended}`)

  return {
    async write(envelopes, refused, onTaken) {
      const bodies = envelopes.map(({ body }) => body.buffer)
      untaken.push(onTaken)
      const answer = await ask({ kind: 'batch', envelopes, refused }, bodies)
      return answer?.kind === 'written' ? answer : undefined
    },
    async probe() {
      const answer = await ask({ kind: 'probe' })
      return answer?.kind === 'probed' ? answer.failure : failure
    },
    async expire(now) {
      const answer = await ask({ kind: 'expire', now })
      return answer?.kind === 'expired' ? answer : { hasMore: false, failure }
    },
    async close() {
      if (!hasEnded) worker.postMessage({ kind: 'close' } satisfies WriterRequest)
      await ended
    },
    async terminate() {
      failure = 'it was ended'
      await worker.terminate()
    },
    ended,
  }
}

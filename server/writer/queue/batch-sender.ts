import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { Commit } from '#server/writer/batch/commit.ts'
import type { RefusalReason } from '#server/writer/refusal.ts'
import type { Rejections } from '#server/writer/rejections.ts'
import type { WriterThread, WrittenBatch } from '#server/writer/threads.ts'
import type { Waiting, WriterQueue } from './queue.ts'

export interface BatchSenderOptions {
  queue: Pick<WriterQueue, 'learn' | 'putBack'>
  rejections: Rejections
  timeoutMs: number
  isClosing: () => boolean
  onCommit: (commit: Commit) => void
  /** Told of each batch that the thread answered. */
  onWritten: (result: { failure: string | undefined; hasFailed: boolean }) => void
  observer: { noteBatch(envelopes: number, durationMs: number): void } | undefined
}

/** Sends a batch to the thread, and settles each of its envelopes by the answer. */
export function createBatchSender(options: BatchSenderOptions) {
  const { queue, rejections, timeoutMs, isClosing, onCommit, onWritten, observer } = options

  async function write(thread: WriterThread, batch: Waiting[], counts: OutcomeCount[], onTaken: () => void) {
    const envelopes = batch.map(({ envelope }) => envelope)
    const startedAt = performance.now()
    const watchdog = setTimeout(() => void thread.terminate(), timeoutMs)
    const written = await thread.write(envelopes, counts, onTaken)
    clearTimeout(watchdog)
    onTaken() // A thread that died did not say so.
    observer?.noteBatch(envelopes.length, performance.now() - startedAt)
    return written
  }

  function settle(waits: Waiting, written: WrittenBatch | undefined, index: number): void {
    const result = written?.results[index]
    if (written?.failing.has(index)) putBack(waits)
    else if (result && result.status !== 503) waits.settle(result)
    else refuse(waits, written ? 'not_stored' : 'writer_failed')
  }

  /** A thread ended by this envelope: it is tried once more, where nobody waits for it. */
  function putBack(waits: Waiting): void {
    if (isClosing()) refuse(waits, 'closing')
    else queue.putBack(waits)
  }

  function refuse({ envelope, settle }: Waiting, reason: RefusalReason): void {
    settle(rejections.refuse(envelope, reason))
  }

  /** Tells the queue how long the envelopes of each project took. */
  function learn(batch: Waiting[], workMs: number[]): void {
    const indexes = Map.groupBy(batch.keys(), (index) => batch[index]?.envelope.projectId)
    for (const [projectId, of] of indexes) {
      if (projectId === undefined) continue
      queue.learn(projectId, {
        envelopes: of.length,
        sizeBytes: sumOf(of, (index) => batch[index]?.envelope.body.byteLength ?? 0),
        workMs: sumOf(of, (index) => workMs[index] ?? 0),
      })
    }
  }

  return async (thread: WriterThread, batch: Waiting[], onTaken: () => void): Promise<void> => {
    const counts = rejections.take()
    const written = await write(thread, batch, counts, once(onTaken))
    if (written?.commit) onCommit(written.commit)
    else rejections.putBack(counts)
    const { failing: faulty } = written ?? {}
    if (written) {
      learn(
        batch.filter((_, index) => !faulty?.has(index)),
        written.workMs,
      )
    }
    for (const [index, waits] of batch.entries()) settle(waits, written, index)
    if (!written) return
    const hasFailed = written.results.some(({ status }, index) => status === 503 && !faulty?.has(index))
    onWritten({ failure: written.failure, hasFailed })
  }
}

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (!hasRun) run()
    hasRun = true
  }
}

function sumOf<T>(all: readonly T[], amountOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + amountOf(one), 0)
}

import { dirname } from 'node:path'
import { limits } from '#server/protocol/limits.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Commit } from './batch/commit.ts'
import type { SubmitResult, SubmittedEnvelope } from './batch/submission.ts'
import { createHealth } from './health.ts'
import { createHeavyWriter, type HeavySettled } from './heavy/heavy-writer.ts'
import type { ThreadOptions } from './messages.ts'
import { createPressure, freeBytesOf, heldBytesOfProcess, type Pressure } from './pressure.ts'
import { createBatchScheduler } from './queue/batch-scheduler.ts'
import { createBatchSender } from './queue/batch-sender.ts'
import { createWriterQueue, type QueueBounds } from './queue/queue.ts'
import type { RefusalReason } from './refusal.ts'
import { createRejections } from './rejections.ts'
import { superviseThread } from './supervisor.ts'
import { startWriterThread, type WriterThread } from './threads.ts'

export type { Commit } from './batch/commit.ts'
export type { SubmitResult, SubmittedEnvelope } from './batch/submission.ts'

export interface Writer {
  /** Resolves with 200 when what the envelope holds is on disk, never before. Never rejects. Takes the bytes over. */
  submit(envelope: SubmittedEnvelope): Promise<SubmitResult>
  /** Counts what was rejected before it came here, with the next batch. */
  countRejected(counts: OutcomeCount[]): void
  /** Tells the listener of each transaction. Returns what removes it. */
  onCommit(listener: (commit: Commit) => void): () => void
  /** Counts what waits and what is being written. */
  queued(): { envelopes: number; bytes: number }
  /** The age of the oldest item that is not counted yet, in milliseconds; 0 on SQLite, which counts at once. */
  foldLagMs(): number
  /** Tells whether the next event could be stored: one goes all its way to see, at most once a second. */
  isReady(): Promise<boolean>
  /** Resolves when nothing waits. */
  idle(): Promise<void>
  /** Takes no more, commits what waits and ends the thread. */
  close(): Promise<void>
}

export interface WriterOptions extends Partial<QueueBounds>, ThreadOptions {
  clock?: () => number
  /** Told of each batch, and of each thread that takes the place of another. */
  observer?: { noteBatch(envelopes: number, durationMs: number): void; noteRestart(): void }
  /** Told when the database or the thread fails, once for as long as it says the same. */
  onFailure?: (reason: string) => void
  /** Asked for each envelope; what the machine has, if it is not given. */
  pressure?: () => Pressure | undefined
  /** A thread that has no answer by then is replaced: one that hangs would take nothing any more. */
  batchTimeoutMs?: number
  startThread?: (options: ThreadOptions) => Promise<WriterThread>
}

/** A batch takes milliseconds, and waits for other writers for five seconds at most. */
const BATCH_TIMEOUT_MS = MINUTE_MS

/** Starts the writer: a queue here, and a thread that takes all that waits as one batch. */
export async function startWriter(options: WriterOptions): Promise<Writer> {
  const { file, clock = Date.now, startThread = startWriterThread, observer } = options
  const { queuedEnvelopes = limits.queuedEnvelopes, queuedBytes = limits.queuedBytes } = options
  const { pressure = pressureOf(file), batchTimeoutMs = BATCH_TIMEOUT_MS } = options
  const queue = createWriterQueue({ queuedEnvelopes, queuedBytes })
  const reportWriteFailure = notifyOnce(options.onFailure ?? console.error)
  const commits = createCommitListeners(reportWriteFailure)
  const rejections = createRejections(() => scheduler.schedule())
  let isClosing = false
  let foldLagMs = 0
  const noteLag = (lagMs: number) => {
    foldLagMs = lagMs
  }

  const sendBatch = createBatchSender({
    ...{ queue, rejections, observer, timeoutMs: batchTimeoutMs },
    isClosing: () => isClosing,
    onCommit: commits.announce,
    onWritten({ failure, hasFailed }) {
      reportWriteFailure(failure)
      health.note(hasFailed)
    },
  })
  const scheduler = createBatchScheduler({
    queue,
    currentThread: () => threads.current(),
    hasCounts: () => !rejections.isEmpty(),
    write: (thread, batch, onTaken) => void sendBatch(thread, batch, onTaken).then(heavyRun),
    async expire(thread) {
      const result = await thread.expire(clock())
      if (result.failure !== undefined) reportWriteFailure(result.failure)
      return result
    },
  })
  const threads = await superviseThread(
    () => startThread({ ...threadOptions(options, reportWriteFailure), onLag: noteLag }),
    {
      onStart(isRestart) {
        if (isRestart) observer?.noteRestart()
        scheduler.start()
        setImmediate(heavyRun)
      },
      onFailure: reportWriteFailure,
      onGivenUp: refuseWaiting,
    },
  )
  const health = createHealth({
    clock,
    currentThread: () => (queue.isFull() || pressure() !== undefined ? undefined : threads.current()),
    onProbe: reportWriteFailure,
  })
  const heavy = createHeavyWriter({
    takeNext: queue.takeHeavy,
    current: threads.current,
    timeoutMs: batchTimeoutMs,
    onCommit: commits.announce,
    onSettled({ envelope, settle }, { result, workMs, failure }) {
      queue.learn(envelope.projectId, { envelopes: 1, sizeBytes: envelope.body.byteLength, workMs })
      settle(answerHeavy(envelope, result))
      if (result !== 'writer_failed' && result !== 'faulty') reportWriteFailure(failure)
      health.note(result === 'not_stored')
    },
  })

  function heavyRun(): void {
    void heavy.run()
  }

  function answerHeavy(envelope: SubmittedEnvelope, result: HeavySettled['result']): SubmitResult {
    if (typeof result === 'object') return result
    if (result === 'not_stored' || result === 'writer_failed') return rejections.refuse(envelope, result)
    if (result === 'internal') return rejections.giveUp(envelope, 'internal')
    // While the writer is closing, an envelope has less time than others.
    return isClosing ? rejections.refuse(envelope, 'closing') : rejections.giveUp(envelope, 'too_much_work')
  }

  function refuseWaiting(): void {
    for (let batch = queue.takeBatch(); batch.length > 0; batch = queue.takeBatch()) {
      for (const { envelope, settle } of batch) settle(rejections.refuse(envelope, 'writer_failed'))
    }
    refuseHeavy('writer_failed')
  }

  function refuseHeavy(reason: RefusalReason): void {
    for (let next = queue.takeHeavy(); next; next = queue.takeHeavy()) {
      next.settle(rejections.refuse(next.envelope, reason))
    }
  }

  function refusalReason({ projectId, body }: SubmittedEnvelope): RefusalReason | undefined {
    if (isClosing) return 'closing'
    if (threads.hasGivenUp()) return 'writer_failed'
    if (foldLagMs > limits.foldLagMs) return 'folding_behind'
    const room = queue.roomFor(projectId, body.byteLength)
    return room === 'free' ? pressure() : room
  }

  return {
    async submit(envelope) {
      const reason = refusalReason(envelope)
      if (reason !== undefined) return rejections.refuse(envelope, reason)
      const settled = queue.add(envelope)
      scheduler.schedule()
      heavyRun()
      return settled
    },
    countRejected: rejections.add,
    onCommit: commits.listen,
    queued: queue.size,
    foldLagMs: () => foldLagMs,
    isReady: () => (isClosing ? Promise.resolve(false) : health.isReady()),
    idle: queue.idle,
    async close() {
      isClosing = true
      scheduler.close()
      rejections.close()
      threads.current()?.hurry()
      refuseHeavy('closing')
      await queue.idle()
      await writeLastCounts()
      await threads.close()
    },
  }

  /** A batch that is being written now is answered before. */
  async function writeLastCounts(): Promise<void> {
    const thread = threads.current()
    if (thread && !rejections.isEmpty()) await thread.write([], rejections.take())
  }
}

function threadOptions(
  { file, postgresUrl, bucket, retentionDays, preparer, deadlinesMs }: WriterOptions,
  reportWriteFailure: (reason: string) => void,
): ThreadOptions {
  return {
    ...{ file, postgresUrl, bucket, retentionDays },
    onFailure: (reason) => reportWriteFailure(`Cannot process an envelope: ${reason}`),
    ...(preparer ? { preparer } : {}),
    ...(deadlinesMs ? { deadlinesMs } : {}),
  }
}

function createCommitListeners(onFailure: (reason: string) => void) {
  const listeners = new Set<(commit: Commit) => void>()
  return {
    listen(listener: (commit: Commit) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce(commit: Commit): void {
      for (const listener of listeners) {
        try {
          listener(commit)
        } catch (error) {
          // What is stored is stored, and others wait to be told.
          onFailure(`A listener for commits failed: ${error}`)
        }
      }
    },
  }
}

function pressureOf(file: string): () => Pressure | undefined {
  const directory = dirname(file)
  return createPressure({
    readFreeBytes: () => freeBytesOf(directory),
    readHeldBytes: heldBytesOfProcess,
  })
}

/** A full disk fails every batch: once is enough to say so, until something has worked again. */
function notifyOnce(tell: (reason: string) => void): (reason: string | undefined) => void {
  let told: string | undefined
  return (reason) => {
    if (reason !== undefined && reason !== told) tell(reason)
    told = reason
  }
}

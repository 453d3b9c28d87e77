import { dirname } from 'node:path'
import { limits } from '#server/protocol/limits.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { BatchResult } from './batch/batch.ts'
import type { Commit } from './batch/commit.ts'
import { type SubmitResult, type SubmittedEnvelope, TOO_MUCH_WORK, UNREADABLE } from './batch/entry.ts'
import { createHeavyWriter, type HeavySettled } from './heavy/heavy-writer.ts'
import type { ThreadOptions } from './messages.ts'
import { createPressure, freeBytesOf, heldBytesOfProcess, type Pressure } from './pressure.ts'
import { createWriterQueue, type QueueBounds, type Waiting } from './queue.ts'
import { type RefusalReason, refusalOf } from './refusal.ts'
import { countAll, createTurnedAway } from './rejected-counts.ts'
import { createRetentionSchedule } from './retention-schedule.ts'
import { superviseThread } from './supervisor.ts'
import { startWriterThread, type WriterThread } from './threads.ts'

export type { Commit } from './batch/commit.ts'
export type { SubmitResult, SubmittedEnvelope } from './batch/entry.ts'

export interface Writer {
  /** Resolves with 200 when what the envelope holds is on disk, never before. Never rejects. Takes the bytes over. */
  submit(envelope: SubmittedEnvelope): Promise<SubmitResult>
  /** Counts what the door did not let in, with the next batch. */
  countTurnedAway(counts: OutcomeCount[]): void
  /** Told after each transaction. Gives what ends it. */
  onCommit(listener: (commit: Commit) => void): () => void
  /** What waits, and what is being written. */
  queued(): { envelopes: number; bytes: number }
  /** Whether the next event could be stored: one goes all its way to see, at most once a second. */
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

const PROBE_MS = 1_000
/** Who asks whether an event could be stored has an answer by then, whatever is stuck. */
const PROBE_DEADLINE_MS = 2_000
/** For so long after the database has failed the desk is not ready: senders are told to come back after as long. */
const UNREADY_MS = 10_000
/** A batch takes milliseconds, and waits for other writers for five seconds at most. */
const BATCH_TIMEOUT_MS = MINUTE_MS
/** As many envelopes as share a block: less is not worth a batch of its own while another one is worked on. */
const LEAST_AHEAD = 16
/** For what was turned away while nothing else is to be written. */
const COUNT_AFTER_MS = 1_000

/** Starts the one that stores events: a queue here, and a thread that takes all that waits as one batch. */
export async function startWriter(options: WriterOptions): Promise<Writer> {
  const { file, retentionDays, clock = Date.now, startThread = startWriterThread, observer } = options
  const { queuedEnvelopes = limits.queuedEnvelopes, queuedBytes = limits.queuedBytes } = options
  const { pressure = pressureOf(file), batchTimeoutMs = BATCH_TIMEOUT_MS } = options
  const queue = createWriterQueue({ queuedEnvelopes, queuedBytes })
  const turnedAway = createTurnedAway()
  const listeners = new Set<(commit: Commit) => void>()
  const tellFailure = tellOnce(options.onFailure ?? console.error)
  const retention = createRetentionSchedule(schedule)
  let hasStarted = false
  /** Batches that the threads have, and have not committed. */
  let untaken = 0
  let isExpiring = false
  let isClosing = false
  let isScheduled = false
  let countTimer: NodeJS.Timeout | undefined
  const onIdle: (() => void)[] = []
  let probe: { ready: Promise<boolean>; askedAt: number } | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const { preparer, deadlinesMs } = options
  const seams = { ...(preparer ? { preparer } : {}), ...(deadlinesMs ? { deadlinesMs } : {}) }
  const threadOptions = { file, retentionDays, onFault: tellFault, ...seams }
  const threads = await superviseThread(() => startThread(threadOptions), {
    onStart: noteStart,
    onFailure: tellFailure,
    onGivenUp: refuseWaiting,
  })

  const heavy = createHeavyWriter({
    takeNext: queue.takeHeavy,
    current: threads.current,
    timeoutMs: batchTimeoutMs,
    onCommit: announce,
    onSettled({ envelope, settle }, { result, workMs, failure }) {
      queue.learn(envelope.projectId, { envelopes: 1, sizeBytes: envelope.body.byteLength, workMs })
      settle(typeof result === 'object' ? result : answerHeavy(envelope, result))
      if (result !== 'writer_failed' && result !== 'faulty') tellFailure(failure)
      noteHealth(result === 'not_stored')
      if (queue.isEmpty()) settleIdle()
    },
  })

  function answerHeavy(
    envelope: SubmittedEnvelope,
    result: Exclude<HeavySettled['result'], SubmitResult>,
  ): SubmitResult {
    if (result === 'not_stored' || result === 'writer_failed') return turnAway(envelope, result)
    if (result === 'faulty' && isClosing) return turnAway(envelope, 'closing') // it had less time than others
    const reason = result === 'faulty' ? 'too_much_work' : 'internal'
    countTurnedAway(countAll(envelope, 'invalid', reason))
    return result === 'faulty' ? TOO_MUCH_WORK : UNREADABLE
  }

  /** A full or damaged database fails one batch after the other, while a probe may get through. */
  function noteHealth(hasFailed: boolean): void {
    failedAt = hasFailed ? clock() : Number.NEGATIVE_INFINITY
  }

  function tellFault(reason: string): void {
    tellFailure(`Cannot process an envelope: ${reason}`)
  }

  function noteStart(): void {
    if (hasStarted) observer?.noteRestart()
    hasStarted = true
    schedule()
    setImmediate(() => void heavy.run())
  }

  /** After the requests that are being read now: what comes together is written together. */
  function schedule(): void {
    if (isScheduled || !mayWrite()) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void writeNext()
    })
  }

  /** One batch is prepared while another one is stored, but for when retention wants its turn. */
  function mayWrite(): boolean {
    if (!hasStarted || isExpiring) return false
    return untaken === 0 || (untaken === 1 && queue.waiting() >= LEAST_AHEAD && !retention.isDue())
  }

  async function writeNext(): Promise<void> {
    const thread = threads.current()
    if (!thread || !mayWrite()) return
    if (untaken === 0 && retention.isDue()) {
      isExpiring = true
      await expireSlice(thread)
      isExpiring = false
    }
    // half of it: while this is stored, the other half is prepared
    const batch = queue.takeBatch(Math.max(LEAST_AHEAD, Math.ceil(queue.waiting() / 2)))
    if (batch.length > 0 || !turnedAway.isEmpty()) {
      untaken++
      void write(thread, batch, () => {
        untaken--
        schedule()
      })
    }
    if (queue.isEmpty()) settleIdle()
    else if (queue.waiting() > 0) schedule()
  }

  async function write(thread: WriterThread, batch: Waiting[], onTaken: () => void): Promise<void> {
    const taken = once(onTaken)
    const counts = turnedAway.take()
    const envelopes = batch.map(({ envelope }) => envelope)
    const startedAt = performance.now()
    const watchdog = setTimeout(() => void thread.terminate(), batchTimeoutMs)
    const written = await thread.write(envelopes, counts, taken)
    clearTimeout(watchdog)
    taken() // of a thread that died
    observer?.noteBatch(envelopes.length, performance.now() - startedAt)
    if (!written?.commit) for (const count of counts) turnedAway.add(count) // they go with the next batch
    if (written?.commit) announce(written.commit)
    const weighed = batch.filter((_, index) => !written?.faulty.has(index))
    if (written) learn(weighed, written.workMs)
    for (const [index, waits] of batch.entries()) {
      if (written?.faulty.has(index)) putBack(waits)
      else settleWritten(waits, written, index)
    }
    if (written) {
      tellFailure(written.failure)
      noteHealth(written.results.some(({ status }, index) => status === 503 && !written.faulty.has(index)))
    }
    void heavy.run()
    if (queue.isEmpty()) settleIdle()
  }

  function settleWritten({ envelope, settle }: Waiting, written: BatchResult | undefined, index: number) {
    const result = written?.results[index]
    if (result && result.status !== 503) settle(result)
    else settle(turnAway(envelope, written ? 'not_stored' : 'writer_failed'))
  }

  /** A thread ended by it: it is tried once more, where nobody waits for it. */
  function putBack(waits: Waiting): void {
    if (isClosing) waits.settle(turnAway(waits.envelope, 'closing'))
    else queue.putBack(waits)
  }

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

  async function expireSlice(thread: WriterThread): Promise<void> {
    const result = await thread.expire(clock())
    if (result.failure !== undefined) tellFailure(result.failure)
    retention.note(result)
  }

  function refuseWaiting(): void {
    for (let batch = queue.takeBatch(); batch.length > 0; batch = queue.takeBatch()) {
      for (const { envelope, settle } of batch) settle(turnAway(envelope, 'writer_failed'))
    }
    refuseHeavy('writer_failed')
    settleIdle()
  }

  function refuseHeavy(reason: RefusalReason): void {
    for (let next = queue.takeHeavy(); next; next = queue.takeHeavy()) {
      next.settle(turnAway(next.envelope, reason))
    }
  }

  function settleIdle(): void {
    for (const resolve of onIdle.splice(0)) resolve()
  }

  function announce(commit: Commit): void {
    for (const listener of listeners) {
      try {
        listener(commit)
      } catch (error) {
        tellFailure(`A listener for commits failed: ${error}`) // what is stored is stored, and others wait to be told
      }
    }
  }

  async function probeThread(): Promise<boolean> {
    const thread = threads.current()
    if (!thread || queue.isFull() || pressure() !== undefined) return false
    if (Math.abs(clock() - failedAt) < UNREADY_MS) return false
    const failure = await Promise.race([thread.probe(), probeDeadline()])
    tellFailure(failure)
    return failure === undefined
  }

  function refusalReason({ projectId, body }: SubmittedEnvelope): RefusalReason | undefined {
    if (isClosing) return 'closing'
    if (threads.hasGivenUp()) return 'writer_failed'
    const room = queue.roomFor(projectId, body.byteLength)
    return room === 'free' ? pressure() : room
  }

  function turnAway(envelope: SubmittedEnvelope, reason: RefusalReason): SubmitResult {
    countTurnedAway(countAll(envelope, 'rate_limited', reason))
    return refusalOf(reason)
  }

  function countTurnedAway(counts: OutcomeCount[]): void {
    for (const count of counts) turnedAway.add(count)
    if (isClosing) return
    countTimer ??= setTimeout(() => {
      countTimer = undefined
      schedule()
    }, COUNT_AFTER_MS).unref()
  }

  function idle(): Promise<void> {
    return queue.isEmpty() ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))
  }

  return {
    async submit(envelope) {
      const reason = refusalReason(envelope)
      if (reason !== undefined) return turnAway(envelope, reason)
      const settled = queue.add(envelope)
      schedule()
      void heavy.run()
      return settled
    },
    countTurnedAway,
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    queued: queue.size,
    isReady() {
      if (isClosing) return Promise.resolve(false)
      // A clock that jumped back must not make it last longer.
      const isFresh = probe !== undefined && Math.abs(clock() - probe.askedAt) < PROBE_MS
      if (!probe || !isFresh) probe = { ready: probeThread(), askedAt: clock() }
      return probe.ready
    },
    idle,
    async close() {
      isClosing = true
      retention.close()
      clearTimeout(countTimer)
      threads.current()?.hurry()
      refuseHeavy('closing')
      await idle()
      await writeLastCounts()
      await threads.close()
    },
  }

  /** A batch that is being written now is answered before. */
  async function writeLastCounts(): Promise<void> {
    const thread = threads.current()
    if (thread && !turnedAway.isEmpty()) await thread.write([], turnedAway.take())
  }
}

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (!hasRun) run()
    hasRun = true
  }
}

function sumOf<T>(all: readonly T[], numberOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + numberOf(one), 0)
}

function probeDeadline(): Promise<string> {
  const late = `the writer did not answer a probe within ${PROBE_DEADLINE_MS} ms`
  return new Promise((resolve) => setTimeout(resolve, PROBE_DEADLINE_MS, late).unref())
}

function pressureOf(file: string): () => Pressure | undefined {
  const directory = dirname(file)
  return createPressure({
    readFreeBytes: () => freeBytesOf(directory),
    readHeldBytes: heldBytesOfProcess,
  })
}

/** A full disk fails every batch: once is enough to say so, until something has worked again. */
function tellOnce(tell: (reason: string) => void): (reason: string | undefined) => void {
  let told: string | undefined
  return (reason) => {
    if (reason !== undefined && reason !== told) tell(reason)
    told = reason
  }
}

import { limits } from '../ingest/limits.ts'
import type { Commit, SubmitResult, SubmittedEnvelope } from './batch.ts'
import { createWriterQueue, type QueueBounds } from './writer-queue.ts'
import { superviseThread } from './writer-supervisor.ts'
import { startWriterThread } from './writer-thread.ts'

export type { Commit, SubmitResult, SubmittedEnvelope } from './batch.ts'

export interface Writer {
  /** Resolves with 200 when what the envelope holds is on disk, never before. Never rejects. Takes the bytes over. */
  submit(envelope: SubmittedEnvelope): Promise<SubmitResult>
  /** Told after each transaction that stored events. Gives what ends it. */
  onCommit(listener: (commit: Commit) => void): () => void
  /** Whether the next event could be stored: a row is written to see, at most once a second. */
  isReady(): Promise<boolean>
  /** Resolves when nothing waits. */
  idle(): Promise<void>
  /** Takes no more, commits what waits and ends the thread. */
  close(): Promise<void>
}

export interface WriterOptions extends Partial<QueueBounds> {
  /** The database; `openSqliteStore` has made its tables. */
  file: string
  clock?: () => number
  /** Told when the database or the thread fails, once for as long as it says the same. */
  onFailure?: (reason: string) => void
}

const PROBE_MS = 1_000

/** Starts the one that stores events: a queue here, and a thread that takes all that waits as one batch. */
export async function startWriter(options: WriterOptions): Promise<Writer> {
  const {
    file,
    clock = Date.now,
    queuedEnvelopes = limits.queuedEnvelopes,
    queuedBytes = limits.queuedBytes,
  } = options
  const queue = createWriterQueue({ queuedEnvelopes, queuedBytes })
  const listeners = new Set<(commit: Commit) => void>()
  const tellFailure = tellOnce(options.onFailure ?? console.error)
  let isWriting = false
  let isClosing = false
  let isScheduled = false
  const onIdle: (() => void)[] = []
  let probe: { ready: Promise<boolean>; until: number } | undefined

  const threads = await superviseThread(() => startWriterThread(file), {
    onStart: schedule,
    onFailure: tellFailure,
    onGivenUp: refuseWaiting,
  })

  /** After the requests that are being read now: what comes together is written together. */
  function schedule(): void {
    if (isScheduled || isWriting) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void writeNext()
    })
  }

  /** One batch at a time: while it is written, the next one gathers. */
  async function writeNext(): Promise<void> {
    const thread = threads.current()
    if (isWriting || !thread) return
    const batch = queue.takeBatch()
    if (batch.length === 0) return
    isWriting = true
    const envelopes = batch.map(({ envelope }) => envelope)
    const written = await thread.write(envelopes, queue.takeTurnedAway())
    isWriting = false
    for (const [index, { settle }] of batch.entries()) {
      settle(written?.results[index] ?? refused('the writer failed'))
    }
    if (written) tellFailure(written.failure)
    if (written?.commit && written.commit.eventCount > 0) announce(written.commit)
    if (queue.isEmpty()) settleIdle()
    else schedule()
  }

  function refuseWaiting(): void {
    for (let batch = queue.takeBatch(); batch.length > 0; batch = queue.takeBatch()) {
      for (const { settle } of batch) settle(refused('the writer does not start'))
    }
    settleIdle()
  }

  function settleIdle(): void {
    for (const resolve of onIdle.splice(0)) resolve()
  }

  function announce(commit: Commit): void {
    for (const listener of listeners) {
      try {
        listener(commit)
      } catch (error) {
        tellFailure(`a listener failed: ${error}`) // what is stored is stored, and others wait to be told
      }
    }
  }

  async function probeThread(): Promise<boolean> {
    const thread = threads.current()
    if (!thread || !queue.hasRoomFor(0)) return false
    const failure = await thread.probe()
    tellFailure(failure)
    return failure === undefined
  }

  function idle(): Promise<void> {
    return queue.isEmpty() ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))
  }

  return {
    async submit(envelope) {
      if (isClosing) return refused('the desk is closing')
      if (threads.hasGivenUp()) return refused('the writer does not start')
      if (!queue.hasRoomFor(envelope.body.byteLength)) {
        queue.countTurnedAway(envelope)
        return refused('too many wait to be stored')
      }
      schedule()
      return queue.add(envelope)
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isReady() {
      if (isClosing) return Promise.resolve(false)
      if (!probe || probe.until <= clock()) probe = { ready: probeThread(), until: clock() + PROBE_MS }
      return probe.ready
    },
    idle,
    async close() {
      isClosing = true
      await idle()
      await threads.close()
    },
  }
}

function refused(why: string): SubmitResult {
  return { status: 503, detail: `Cannot store envelope: ${why}` }
}

/** A full disk fails every batch: once is enough to say so, until something has worked again. */
function tellOnce(tell: (reason: string) => void): (reason: string | undefined) => void {
  let told: string | undefined
  return (reason) => {
    if (reason !== undefined && reason !== told) tell(reason)
    told = reason
  }
}

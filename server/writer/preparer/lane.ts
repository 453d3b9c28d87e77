import type { Worker } from 'node:worker_threads'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { OwnedEnvelope, PreparerMessage, PreparerRequest } from '#server/writer/messages.ts'
import { createProgress, type Progress } from './progress.ts'

/** A batch on its way through a preparer. */
export interface Sent {
  id: number
  envelopes: OwnedEnvelope[]
  refused: OutcomeCount[]
  /** Indexes of the envelopes that a thread ended by: they are not sent to the next one, nor is a batch of no others. */
  failing: Set<number>
}

export interface LaneOptions {
  /** Starts a thread that tells its progress, connected to the writer. */
  start: (progress: Progress) => Worker
  /** How much processor time a thread may take for one envelope. */
  deadlineMs: () => number
  /** Milliseconds that pass, whatever the time of day does. */
  stopwatch: () => number
  /** Told when a thread ended by an envelope of a batch, and another one takes its place. */
  onFailure: (reason: string, batch: Sent) => void
}

/** One preparer after the other: a thread that an envelope ended is replaced, and does the rest of what it had. */
export interface Lane {
  send(batch: Sent): void
  probe(id: number): void
  /** The writer has answered: nothing of it will be sent again. */
  forget(id: number): void
  close(): void
  terminate(): Promise<void>
  /** Whether the first thread has started. */
  readonly started: Promise<boolean>
  /** Why the last thread ended, when there is none after it. */
  readonly ended: Promise<string>
}

const TICK_MS = 50
/** A thread that waits, for its turn on a full machine or for a disk, may be at one envelope for so many deadlines. */
const PATIENCE = 10

/** What a thread is at, for how long, and what processor time it had taken when it began. */
interface Stall {
  batch: number
  envelope: number
  ms: number
  thread: Worker
  begunMs: Promise<number>
}

export function startLane({ start, deadlineMs, stopwatch, onFailure: onFault }: LaneOptions): Lane {
  const pending = new Map<number, Sent>()
  const probes = new Set<number>()
  const started = Promise.withResolvers<boolean>()
  const ended = Promise.withResolvers<string>()
  let isClosing = false
  let isReady = false
  let failure: string | undefined
  let progress = createProgress()
  let ticking: NodeJS.Timeout | undefined
  let worker = startWorker()

  function startWorker(): Worker {
    isReady = false
    failure = undefined
    progress = createProgress()
    const next = start(progress)
    next.on('message', (message: PreparerMessage | object) => {
      if (!('kind' in message)) return // `node --watch` tells of a thread's imports by the same way
      isReady = true
      started.resolve(true)
    })
    next.on('error', (error) => {
      failure ??= String(error)
    })
    next.once('exit', replace)
    return next
  }

  function replace(): void {
    const reason = failure ?? 'it ended'
    const blamed = isReady && !isClosing ? blame() : undefined
    if (!blamed) {
      clearInterval(ticking)
      started.resolve(false)
      ended.resolve(reason)
      return
    }
    if (blamed.failing.size === blamed.envelopes.length) pending.delete(blamed.id)
    onFault(reason, blamed)
    worker = startWorker()
    for (const batch of pending.values()) post(batch)
    for (const id of probes) postProbe(id)
  }

  function postProbe(id: number): void {
    worker.postMessage({ kind: 'probe', id } satisfies PreparerRequest)
  }

  /** Marks what the thread was at when it ended, and forgets what it had handed over. */
  function blame(): Sent | undefined {
    const { batch: id, envelope, handedOver } = progress.read()
    for (const each of pending.has(handedOver) ? [...pending.keys()] : []) {
      pending.delete(each)
      if (each === handedOver) break
    }
    const batch = pending.get(id)
    if (batch === undefined || envelope === undefined) return undefined
    const sent = indexesOf(batch)
    const at = sent[envelope]
    for (const index of at === undefined ? sent : [at]) batch.failing.add(index)
    return batch
  }

  function post({ id, envelopes, refused, failing: faulty }: Sent): void {
    const left = envelopes.filter((_, index) => !faulty.has(index))
    worker.postMessage({ kind: 'batch', id, envelopes: left, refused } satisfies PreparerRequest)
  }

  let stalled: Stall | undefined
  let tickedAt = 0

  function tick(): void {
    if (pending.size === 0) {
      clearInterval(ticking)
      ticking = undefined
      return
    }
    const { batch, envelope } = progress.read()
    // when this thread did not run either, the machine stood still, and nobody is at fault
    const passedMs = Math.min(stopwatch() - tickedAt, 2 * TICK_MS)
    tickedAt = stopwatch()
    if (!pending.has(batch) || envelope === undefined) stalled = undefined
    else if (stalled?.batch !== batch || stalled.envelope !== envelope) {
      stalled = { batch, envelope, ms: 0, thread: worker, begunMs: processorMs(worker) }
    } else stalled.ms += passedMs
    if (stalled && stalled.ms >= deadlineMs()) void judge(stalled)
  }

  /** Ends a thread that has worked for too long. One that had no time to work is no fault of its envelope. */
  async function judge(stall: Stall): Promise<void> {
    const limitMs = deadlineMs()
    const isLate = stall.ms >= PATIENCE * limitMs
    const takenMs = isLate ? 0 : (await processorMs(stall.thread)) - (await stall.begunMs)
    if (stalled !== stall || stall.thread !== worker || !(isLate || takenMs >= limitMs)) return
    failure = `one envelope took more than ${isLate ? PATIENCE * limitMs : limitMs} ms`
    stalled = undefined
    void worker.terminate()
  }

  return {
    send(batch) {
      pending.set(batch.id, batch)
      post(batch)
      if (ticking !== undefined) return
      tickedAt = stopwatch()
      ticking = setInterval(tick, TICK_MS)
    },
    probe(id) {
      probes.add(id)
      postProbe(id)
    },
    forget(id) {
      pending.delete(id)
      probes.delete(id)
    },
    close() {
      isClosing = true
      worker.postMessage({ kind: 'close' } satisfies PreparerRequest)
    },
    async terminate() {
      isClosing = true
      await worker.terminate()
    },
    started: started.promise,
    ended: ended.promise,
  }
}

/** A thread answers in the middle of what it does; one that has ended took none. */
function processorMs(thread: Worker): Promise<number> {
  return thread.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000,
    () => 0,
  )
}

function indexesOf({ envelopes, failing: faulty }: Sent): number[] {
  return [...envelopes.keys()].filter((index) => !faulty.has(index))
}

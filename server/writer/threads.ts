import { setFlagsFromString } from 'node:v8'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { BatchResult } from './batch/batch.ts'
import type { Commit } from './batch/commit.ts'
import { NOT_STORED } from './batch/submission.ts'
import type {
  AloneResult,
  ExpiryResult,
  LaneKind,
  OwnedEnvelope,
  ThreadOptions,
  WriterAnswer,
  WriterMessage,
  WriterRequest,
} from './messages.ts'
import { type Lane, startLane } from './preparer/lane.ts'
import { startPreparer, startWriterWorker } from './start-workers.ts'

/**
 * A light envelope takes milliseconds, and is given to the other preparer when it does not. The heaviest that were tried,
 * of usual text, took a third of a second of processor time.
 */
const DEADLINES_MS = { light: 500, heavy: 5_000 } as const
/** Every preparer has this time when the server closes, which must not take long. */
const LAST_DEADLINE_MS = 500
/** A preparer of heavy envelopes takes up memory, and is seldom needed. */
const HEAVY_IDLE_MS = 30_000

export interface WrittenBatch extends BatchResult {
  /** Indexes of the envelopes by which a preparer ended; nothing of them is stored. */
  failing: ReadonlySet<number>
  /** How long each of the others took to prepare, in their order. */
  workMs: number[]
}

export type WrittenAlone = AloneResult & { workMs: number }

/**
 * One writer, from its start to its end: a thread that stores, one that prepares light envelopes and, while there are
 * any, one that prepares heavy ones. A preparer that an envelope ends is replaced; all live and die with the one that
 * stores.
 */
export interface WriterThread {
  /**
   * `onTaken` is called when there is time for the next: this batch is committed and waits for the disk. Undefined when
   * the thread died of it.
   */
  write(
    envelopes: OwnedEnvelope[],
    refused: OutcomeCount[],
    onTaken?: () => void,
  ): Promise<WrittenBatch | undefined>
  /** Stores one heavy envelope in parts. `onCommit` is told of each when it is on the disk. */
  writeAlone(envelope: OwnedEnvelope, onCommit: (commit: Commit) => void): Promise<WrittenAlone | undefined>
  /** Why an event can't be written; undefined when it can. It goes the way of a light envelope. */
  probe(): Promise<string | undefined>
  /** Deletes a little of what is older than it is to be kept, at `now`. */
  expire(now: number): Promise<ExpiryResult>
  /** From now on a preparer has less time for one envelope. */
  hurry(): void
  close(): Promise<void>
  /** Ends it in the middle of what it does. */
  terminate(): Promise<void>
  /** Resolves when all of its threads have ended, for whatever reason. */
  readonly ended: Promise<string>
}

interface Waiting {
  settle: (answer: WriterAnswer | undefined) => void
  onTaken?: (() => void) | undefined
  onCommit?: (commit: Commit) => void
}

/** Resolves when its threads have opened the database; rejects when one can't. */
export async function startWriterThread(options: ThreadOptions): Promise<WriterThread> {
  // Node strips types with WebAssembly, and V8 may crash while it replaces a thread's call wrappers by faster
  // ones (https://github.com/nodejs/node/issues/64500): they stay as they are, since nothing else here needs them.
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
  const writer = startWriterWorker(options)
  const { deadlinesMs = DEADLINES_MS } = options
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let failure: string | undefined
  let hasEnded = false
  let isClosing = false
  let isInHurry = false
  let heavyIdle: NodeJS.Timeout | undefined
  let waitingAlone = 0
  let heavy: Lane | undefined

  const isOpen = new Promise<boolean>((resolve) => {
    writer.on('message', (message: WriterMessage | object) => {
      if (!('kind' in message)) return // `node --watch` tells of a thread's imports by the same way
      if (message.kind === 'ready') resolve(true)
      else if (message.kind === 'lag') options.onLag?.(message.lagMs)
      else hear(message)
    })
    writer.once('exit', () => resolve(false))
  })
  writer.on('error', (error) => {
    failure ??= String(error)
  })
  const light = openLane('light')
  const writerEnded = new Promise<void>((resolve) => writer.once('exit', () => resolve()))
  const ended = writerEnded.then(async () => {
    hasEnded = true
    await Promise.all([light, heavy].map((lane) => (isClosing ? lane?.ended : lane?.terminate())))
    for (const { settle } of waiting.values()) settle(undefined)
    waiting.clear()
    return failure ?? 'it ended'
  })

  function hear(message: Exclude<WriterMessage, { kind: 'ready' | 'lag' }>): void {
    const asked = waiting.get(message.id)
    if (message.kind === 'taken') asked?.onTaken?.()
    else if (message.kind === 'slice') asked?.onCommit?.(message.commit)
    else {
      waiting.delete(message.id)
      asked?.settle(message)
    }
  }

  function openLane(kind: LaneKind): Lane {
    const lane = startLane({
      start: (progress) => startPreparer(writer, kind, options, progress),
      deadlineMs: () => (isInHurry ? LAST_DEADLINE_MS : deadlinesMs[kind]),
      stopwatch: () => performance.now(),
      onFailure(reason, { id, envelopes, failing: faulty }) {
        options.onFailure?.(reason)
        if (faulty.size === envelopes.length) settleFaulty(id, kind)
      },
    })
    void lane.ended.then((reason) => {
      const isNeeded = kind === 'light' || waitingAlone > 0
      if (kind === 'heavy') heavy = undefined
      if (isClosing || hasEnded || !isNeeded) return
      failure ??= reason
      void writer.terminate() // one is of no use without the other
    })
    return lane
  }

  function settleFaulty(id: number, kind: LaneKind): void {
    const asked = waiting.get(id)
    waiting.delete(id)
    asked?.settle(
      kind === 'heavy'
        ? { kind: 'alone', id, result: 'faulty', workMs: 0 }
        : { kind: 'written', id, results: [], commit: undefined, workMs: [] },
    )
  }

  /** Undefined when the writer's thread ended before it answered. */
  function ask(
    send: (id: number) => void,
    hearing: Omit<Waiting, 'settle'> = {},
  ): Promise<WriterAnswer | undefined> {
    return new Promise((settle) => {
      if (hasEnded) return settle(undefined)
      const id = nextId()
      waiting.set(id, { settle, ...hearing })
      send(id)
    })
  }

  /** Fits into what a preparer says of its progress. */
  function nextId(): number {
    lastId = (lastId % 0x3fff_ffff) + 1
    return lastId
  }

  if (!(await isOpen) || !(await light.started)) throw new Error(`Cannot start the writer: ${await ended}`)

  return {
    async write(envelopes, refused, onTaken) {
      const failing = new Set<number>()
      const answer = await ask((id) => light.send({ id, envelopes, refused, failing }), { onTaken })
      if (answer) light.forget(answer.id)
      if (answer?.kind !== 'written') return undefined
      const left = [...answer.results]
      const results = envelopes.map((_, index) =>
        failing.has(index) ? NOT_STORED : (left.shift() ?? NOT_STORED),
      )
      return { ...answer, results, failing }
    },
    async writeAlone(envelope, onCommit) {
      clearTimeout(heavyIdle)
      waitingAlone++
      heavy ??= openLane('heavy')
      const lane = heavy
      const sent = { envelopes: [envelope], refused: [], failing: new Set<number>() }
      const answer = await ask((id) => lane.send({ id, ...sent }), { onCommit })
      waitingAlone--
      if (answer) lane.forget(answer.id)
      heavyIdle = setTimeout(endHeavy, HEAVY_IDLE_MS).unref()
      return answer?.kind === 'alone' ? answer : undefined
    },
    async probe() {
      const answer = await ask((id) => light.probe(id))
      if (answer) light.forget(answer.id)
      return answer?.kind === 'probed' ? answer.failure : (failure ?? 'it ended')
    },
    async expire(now) {
      const answer = await ask((id) =>
        writer.postMessage({ kind: 'expire', id, now } satisfies WriterRequest),
      )
      return answer?.kind === 'expired' ? answer : { hasMore: false } // the supervisor reports why the thread ended
    },
    hurry() {
      isInHurry = true
    },
    async close() {
      isClosing = true
      clearTimeout(heavyIdle)
      if (!hasEnded) {
        light.close()
        heavy?.close()
        writer.postMessage({ kind: 'close' } satisfies WriterRequest)
      }
      await ended
    },
    async terminate() {
      failure = 'it was ended'
      await writer.terminate()
      await ended
    },
    ended,
  }

  function endHeavy(): void {
    const lane = heavy
    if (waitingAlone > 0) return
    heavy = undefined
    lane?.close()
  }
}

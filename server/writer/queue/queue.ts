import type { SubmitResult, SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { createWorkWeights } from '#server/writer/heavy/work-weights.ts'
import type { OwnedEnvelope } from '#server/writer/messages.ts'

/** Bounds what one transaction holds, and so for how long it keeps others from writing. */
const BATCH_ENVELOPES = 256
/** Weighed: of usual events a MiB takes some 30 ms to prepare, and is stored beside that. */
const BATCH_BYTES = 1024 * 1024
/** Weighed. What is larger is prepared alone, where nobody waits for it. */
const LIGHT_BYTES = 256 * 1024
/** An export repeats its resource on each of its spans. */
const OTLP_WEIGHT = 4
/** What a project may send on before it is another one's turn. */
const QUANTUM_BYTES = 64 * 1024

export interface QueueBounds {
  queuedEnvelopes: number
  queuedBytes: number
}

export interface Waiting {
  envelope: OwnedEnvelope
  settle: (result: SubmitResult) => void
}

/** One project's part of the queue. What was sent on and is not settled yet counts as held. */
interface ProjectQueue {
  waiting: Waiting[]
  heavy: Waiting[]
  heldEnvelopes: number
  heldBytes: number
  /** Bytes that it may still send on in its turn: deficit round robin, https://doi.org/10.1109/90.502236 */
  deficitBytes: number
}

export type WriterQueue = ReturnType<typeof createWriterQueue>

export type Room = 'free' | 'project_full' | 'queue_full'

/** Envelopes between the endpoint and the writer's thread. They count against the bounds until they are settled. */
export function createWriterQueue({ queuedEnvelopes, queuedBytes }: QueueBounds) {
  /** Of projects that hold something. */
  const queues = new Map<number, ProjectQueue>()
  /** Those in which something waits, in the order of their turns. */
  const roundRobin = new Map<number, ProjectQueue>()
  /** Those in which something heavy waits. */
  const heavyRoundRobin = new Map<number, ProjectQueue>()
  const weights = createWorkWeights()
  let envelopes = 0
  let bytes = 0
  let waiting = 0
  const onIdle: (() => void)[] = []

  function queueOf(projectId: number): ProjectQueue {
    const known = queues.get(projectId)
    if (known) return known
    const queue = { waiting: [], heavy: [], heldEnvelopes: 0, heldBytes: 0, deficitBytes: 0 }
    queues.set(projectId, queue)
    return queue
  }

  function weigh({ projectId, format, body }: OwnedEnvelope): number {
    return body.byteLength * (format?.startsWith('otlp_') ? OTLP_WEIGHT : 1) * weights.of(projectId)
  }

  function putHeavy(queue: ProjectQueue, waits: Waiting): void {
    queue.heavy.push(waits)
    heavyRoundRobin.set(waits.envelope.projectId, queue)
  }

  /** Moves what one project may send on in its turn; false when the batch is full. */
  function takeTurn(
    queue: ProjectQueue,
    batch: Waiting[],
    room: { bytes: number; envelopes: number },
  ): boolean {
    queue.deficitBytes += QUANTUM_BYTES
    for (let next = queue.waiting[0]; next; next = queue.waiting[0]) {
      const sizeBytes = weigh(next.envelope)
      if (sizeBytes > queue.deficitBytes) return true
      // one that has grown heavier than a batch may be has a batch of its own
      if (batch.length > 0 && (batch.length >= room.envelopes || sizeBytes > room.bytes)) {
        queue.deficitBytes = Math.min(queue.deficitBytes, sizeBytes + QUANTUM_BYTES) // turns cut short save nothing up
        return false
      }
      queue.waiting.shift()
      waiting--
      queue.deficitBytes -= sizeBytes
      room.bytes -= sizeBytes
      batch.push(next)
    }
    queue.deficitBytes = 0 // nor does who has nothing to send
    return true
  }

  return {
    /**
     * A project may hold as much as is still free for others: half of the queue when it is alone, a third beside
     * another one that floods it, and there is always room for the next.
     */
    roomFor(projectId: number, sizeBytes: number): Room {
      const [freeEnvelopes, freeBytes] = [queuedEnvelopes - envelopes, queuedBytes - bytes]
      if (freeEnvelopes <= 0 || sizeBytes > freeBytes) return 'queue_full'
      const queue = queues.get(projectId)
      if (!queue) return 'free'
      const fits = queue.heldEnvelopes < freeEnvelopes && queue.heldBytes + sizeBytes <= freeBytes
      return fits ? 'free' : 'project_full'
    },
    /** Resolves when everything is settled. */
    idle: () => (envelopes === 0 ? Promise.resolve() : new Promise<void>((resolve) => onIdle.push(resolve))),
    /** How many light ones were not sent on yet. */
    waiting: () => waiting,
    isFull: () => envelopes >= queuedEnvelopes || bytes >= queuedBytes,
    size: () => ({ envelopes, bytes }),
    add(envelope: SubmittedEnvelope): Promise<SubmitResult> {
      const { projectId } = envelope
      const queue = queueOf(projectId)
      const body = ownBytes(envelope.body)
      const sizeBytes = body.byteLength
      const hold = (sign: 1 | -1) => {
        envelopes += sign
        bytes += sign * sizeBytes
        queue.heldEnvelopes += sign
        queue.heldBytes += sign * sizeBytes
      }
      hold(1)
      return new Promise((resolve) => {
        const settle = (result: SubmitResult) => {
          hold(-1)
          if (queue.heldEnvelopes === 0) queues.delete(projectId)
          body.buffer.transfer(0) // frees the bytes now: the collector would let megabytes of them gather
          resolve(result)
          if (envelopes === 0) for (const tell of onIdle.splice(0)) tell()
        }
        const waits = { envelope: { ...envelope, body }, settle }
        if (weigh(waits.envelope) > LIGHT_BYTES) return putHeavy(queue, waits)
        waiting++
        queue.waiting.push(waits)
        roundRobin.set(projectId, queue)
      })
    },
    /** For one that was taken, and turned out not to be light. */
    putBack: (waits: Waiting) => putHeavy(queueOf(waits.envelope.projectId), waits),
    /** A heavy one, by turns over all projects. */
    takeHeavy(): Waiting | undefined {
      const [turn] = heavyRoundRobin
      if (!turn) return undefined
      const [projectId, queue] = turn
      const next = queue.heavy.shift()
      heavyRoundRobin.delete(projectId)
      if (queue.heavy.length > 0) heavyRoundRobin.set(projectId, queue) // behind the others
      return next
    },
    learn: weights.learn,
    /** As much as one transaction should hold, at most `most` envelopes, by turns over all projects that wait. */
    takeBatch(most = BATCH_ENVELOPES): Waiting[] {
      const batch: Waiting[] = []
      const room = { bytes: BATCH_BYTES, envelopes: Math.min(most, BATCH_ENVELOPES) }
      for (let hasRoom = true; hasRoom; ) {
        const [turn] = roundRobin
        if (!turn) return batch
        const [projectId, queue] = turn
        hasRoom = takeTurn(queue, batch, room)
        roundRobin.delete(projectId)
        if (queue.waiting.length > 0) roundRobin.set(projectId, queue) // behind the others
      }
      return batch
    },
  }
}

/** A part of a shared buffer, as `Buffer` makes them, is copied: else all of it would be, with each message. */
function ownBytes(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = body
  const fills = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength
  return fills ? (body as Uint8Array<ArrayBuffer>) : new Uint8Array(body) // just checked
}

import type { SubmitResult, SubmittedEnvelope } from './batch.ts'
import type { OutcomeCount } from './batch-statements.ts'
import type { OwnedEnvelope } from './writer-thread.ts'

/** Bounds what one transaction holds, and so for how long it keeps others from writing. */
const BATCH_ENVELOPES = 256
const BATCH_BYTES = 8 * 1024 * 1024
const HOUR_MS = 3_600_000

export interface QueueBounds {
  queuedEnvelopes: number
  queuedBytes: number
}

export interface Waiting {
  envelope: OwnedEnvelope
  settle: (result: SubmitResult) => void
}

/** Envelopes between the door and the writer's thread. They count against the bounds until they are settled. */
export function createWriterQueue({ queuedEnvelopes, queuedBytes }: QueueBounds) {
  const waiting: Waiting[] = []
  const turnedAway = new Map<string, OutcomeCount>()
  let envelopes = 0
  let bytes = 0

  return {
    hasRoomFor: (sizeBytes: number) => envelopes < queuedEnvelopes && bytes + sizeBytes <= queuedBytes,
    isEmpty: () => envelopes === 0,
    add(envelope: SubmittedEnvelope): Promise<SubmitResult> {
      const body = ownBytes(envelope.body)
      const sizeBytes = body.byteLength // its buffer will be gone to the other thread
      envelopes++
      bytes += sizeBytes
      return new Promise((resolve) => {
        const settle = (result: SubmitResult) => {
          envelopes--
          bytes -= sizeBytes
          resolve(result)
        }
        waiting.push({ envelope: { ...envelope, body }, settle })
      })
    },
    takeBatch(): Waiting[] {
      let batchBytes = 0
      const end = waiting.findIndex(({ envelope }, index) => {
        batchBytes += envelope.body.byteLength
        return index > 0 && (index === BATCH_ENVELOPES || batchBytes > BATCH_BYTES)
      })
      return waiting.splice(0, end === -1 ? waiting.length : end)
    },
    /** What finds no room is counted with the next batch: nothing vanishes without a trace. */
    countTurnedAway({ projectId, keyId, receivedAt }: SubmittedEnvelope): void {
      const hour = Math.floor(receivedAt / HOUR_MS)
      const name = `${projectId}:${keyId}:${hour}`
      const quantity = (turnedAway.get(name)?.quantity ?? 0) + 1
      const outcome = { category: 'default', outcome: 'rate_limited', reason: 'queue_full' } as const
      turnedAway.set(name, { projectId, keyId, hour, ...outcome, quantity })
    },
    takeTurnedAway(): OutcomeCount[] {
      const counts = [...turnedAway.values()]
      turnedAway.clear()
      return counts
    },
  }
}

/** Bytes that fill their buffer can be handed over; a part of a shared one, as `Buffer` makes them, is copied. */
function ownBytes(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = body
  const fills = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength
  return fills ? (body as Uint8Array<ArrayBuffer>) : new Uint8Array(body) // just checked
}

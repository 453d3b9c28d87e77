import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { withAttachment } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import {
  aClientReport,
  anError,
  anErrorOfScript,
  anErrorWithDigest,
  aRequest,
  aRun,
  aSessionOf,
  type Moment,
  pick,
  refusedItems,
  sessionCounts,
  someFeedback,
  someLogs,
  someMetrics,
} from './items.ts'

/** The day begins two hours before midnight, so that it has two dates. */
export const DAY_START = Date.UTC(2026, 8, 20, 22)
const STEP_MS = HOUR_MS / 2
const STEPS = 48

export interface DayBatch {
  now: number
  envelopes: SubmittedEnvelope[]
  refused: OutcomeCount[]
}

/** Batches of every kind of item for two projects, half an hour apart; the same ones each time. */
export function listDayBatches(): DayBatch[] {
  const random = seededRandom(20)
  const batches: DayBatch[] = []
  for (let step = 0; step < STEPS; step++) {
    const moment = { now: DAY_START + step * STEP_MS, random }
    batches.push({ now: moment.now, ...batchOf(moment, step, batches.at(-1)?.envelopes ?? []) })
  }
  return batches
}

function batchOf(moment: Moment, step: number, before: readonly SubmittedEnvelope[]): Omit<DayBatch, 'now'> {
  const bodies = [...errorBodies(moment, step), ...otherBodies(moment, step)]
  const fresh = bodies.map((body, index) => arrived(moment, body, index))
  const [first] = fresh
  const repeats = [...before.slice(0, step % 3), ...(first && step % 5 === 0 ? [first] : [])]
  // A repeat arrives now, whenever it arrived before.
  const envelopes = [...fresh, ...repeats.map((envelope) => ({ ...envelope, receivedAt: moment.now }))]
  return { envelopes, refused: step % 4 === 0 ? [throttled(moment)] : [] }
}

/** Every third envelope is of the second project; some arrive an hour late, and one day late. */
function arrived({ now }: Moment, body: Uint8Array, index: number): SubmittedEnvelope {
  const lateMs = index % 7 === 6 ? HOUR_MS : index % 11 === 10 ? 24 * HOUR_MS : 0
  const projectId = index % 3 === 2 ? 2 : 1
  return { projectId, keyId: projectId, receivedAt: now - lateMs + index, body: new Uint8Array(body) }
}

function errorBodies(moment: Moment, step: number): Uint8Array[] {
  const errors = Array.from({ length: 6 }, () => anEnvelopeOf(anError(moment)))
  return [
    ...errors,
    anEnvelopeOf(anErrorWithDigest(moment)),
    anEnvelopeOf(anErrorOfScript(moment, step % 2 ? 1 : 7)),
    ...(step % 6 === 0 ? [withScreen(anError(moment), step)] : []),
  ]
}

/** An attachment belongs to the event that its envelope's first line names. */
function withScreen(error: SampleItem, step: number): Uint8Array {
  const { event_id } = error.payload as { event_id: string } // as anError made it
  const lines = [{ event_id }, { type: 'event' }, error.payload].map((line) => JSON.stringify(line))
  const encoder = new TextEncoder()
  return withAttachment(encoder.encode(lines.join('\n')), encoder.encode(`the screen of step ${step}`))
}

function otherBodies(moment: Moment, step: number): Uint8Array[] {
  const containers = [someLogs(moment), someMetrics(moment), aClientReport(moment)]
  const every = (steps: number, ...items: SampleItem[]) =>
    step % steps === 0 ? [anEnvelopeOf(...items)] : []
  return [
    anEnvelopeOf(aRequest(moment)),
    anEnvelopeOf(pick(moment, containers)),
    anEnvelopeOf(aSessionOf(moment), aSessionOf(moment), sessionCounts(moment)),
    ...every(2, aRun(moment)),
    ...every(6, ...someFeedback(moment)),
    ...every(8, ...refusedItems()),
    ...every(12, aRequest(moment), someLogs(moment), aSessionOf(moment)),
    ...(step === 7 ? [new TextEncoder().encode('{"not an envelope')] : []),
  ]
}

function throttled({ now, random }: Moment): OutcomeCount {
  return {
    ...{ projectId: 1, keyId: 1, hour: Math.floor(now / HOUR_MS), category: 'error' },
    ...{ outcome: 'rate_limited', reason: 'project_quota', quantity: 1 + Math.floor(random() * 20) },
  }
}

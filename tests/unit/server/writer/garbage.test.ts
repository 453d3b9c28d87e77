import { dirname, join } from 'node:path'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import {
  createSubmissionPreparer,
  type PreparedSubmission,
} from '#server/writer/preparer/prepare-submission.ts'
import { createSubmissionWriter } from '#server/writer/submission-writer.ts'
import {
  aCheckIn,
  aFeedback,
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  aSession,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, aSpanId, aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

const ROUNDS = 10
/** The number of objects that are attached to each part of a batch. */
const BALLAST = 10_000
/** An empty object takes 56 bytes, and its place in a list takes 8. */
const BALLAST_BYTES = BALLAST * 64

/** Each function makes an envelope with one item. The writer recognizes none of them as a repeat. */
const KINDS: readonly [kind: string, make: (number: number) => Uint8Array][] = [
  ['an error', (number) => anErrorOf(number)],
  ['a transaction', (number) => anEnvelopeOf(aTransactionOf(number))],
  ['a log', (number) => anEnvelopeOf(aLogContainer([`log ${number}`]))],
  ['a metric', (number) => anEnvelopeOf(aMetricContainer([{ value: number }]))],
  ['a session', (number) => anEnvelopeOf(aSession({ sid: anEventId(number) }))],
  ['counted sessions', () => anEnvelopeOf(aggregatedSessions())],
  ['feedback', (number) => anEnvelopeOf(aFeedbackOf(number))],
  ['a check-in', (number) => anEnvelopeOf(aCheckIn({ check_in_id: anEventId(number) }))],
  ['an attachment', (number) => withAttachment(anErrorOf(number), Buffer.from(`file ${number}`))],
]

function anErrorOf(number: number): Uint8Array {
  const payload = { event_id: anEventId(number), message: 'no price' }
  return anEnvelopeOf({ type: 'event', payload })
}

function aTransactionOf(number: number) {
  const trace = { trace_id: TRACE_ID, span_id: aSpanId(2 * number), op: 'http.server' }
  return aTransaction([{ number: 2 * number + 1 }], { event_id: anEventId(number), contexts: { trace } })
}

function aFeedbackOf(number: number) {
  const { type, payload } = aFeedback()
  return { type, payload: Object.assign({}, payload, { event_id: anEventId(number) }) }
}

it.each(KINDS)('the writer needs no full garbage collection to free a batch with %s', async (_kind, make) => {
  const { connection, file, close } = await openEventStore()
  onTestFinished(close)
  const newEventId = () => anEventId(999)
  const prepare = createSubmissionPreparer(connection, { newEventId })
  const write = createSubmissionWriter(connection, {
    newEventId,
    attachments: join(dirname(file), 'attachments'),
  })
  const writeOne = (number: number) => {
    const envelopes = [{ projectId: 1, keyId: 1, receivedAt: 0, body: make(number) }]
    const submission: PreparedSubmission = { envelopes, refused: [], prepared: prepare(envelopes) }
    load(submission)
    expect(write([submission])[0]?.results).toMatchObject([{ status: 200 }])
  }
  const collectYoung = youngCollector()
  const writeMany = (first: number) => {
    for (let number = first; number < first + ROUNDS; number++) {
      writeOne(number)
      collectYoung()
    }
  }
  writeMany(1)
  const before = oldBytes()
  writeMany(1 + ROUNDS)
  expect((oldBytes() - before) / ROUNDS).toBeLessThan(BALLAST_BYTES)
})

/** Attaches many objects to each part of a prepared batch. */
function load({ prepared }: PreparedSubmission): void {
  if (prepared === undefined) throw new Error('Cannot load a batch: it was not prepared')
  const { events, spans, records } = prepared.batch
  const members = [
    ...events.flatMap((block): { of: object }[] => block.members),
    ...spans.blocks.flatMap((block): { of: object }[] => block.members),
  ]
  const contents = [...members.map(({ of }) => of), ...records.map(({ record }) => record)]
  for (const object of [prepared.batch, ...members, ...records, ...contents])
    Object.assign(object, { ballast: Array.from({ length: BALLAST }, () => ({})) })
}

/** Collects only the young generation, twice. Objects that are still reachable after that are in the old generation. */
function youngCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')
  return () => {
    collect({ type: 'minor' })
    collect({ type: 'minor' })
  }
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}

import { describe, expect, it, onTestFinished } from 'vitest'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import {
  aCheckIn,
  aFeedback,
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  aSession,
  aUserReport,
  RECEIVED_AT,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import {
  aContainer,
  anEnvelopeOf,
  aTransaction,
  type SampleItem,
} from '#tests/support/builders/sample-traces.ts'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const id = (number: number) => number.toString(16).padStart(32, '0')
const anEvent = (number: number, more: Record<string, unknown> = {}): SampleItem => ({
  type: 'event',
  payload: { event_id: id(number), message: `event ${number}`, ...more },
})
const text = (value: string) => new TextEncoder().encode(value)
const header = (number: number) => text(JSON.stringify({ event_id: id(number) }))

/** Envelopes with all that can become of items; `items` is what they hold, by category. */
const MIXED: { body: Uint8Array; items: Record<string, number> }[] = [
  { body: anEnvelopeOf(aTransaction([{ number: 2 }, { number: 3 }])), items: { transaction: 1, span: 3 } },
  { body: anEnvelopeOf(anEvent(1)), items: { error: 1 } },
  { body: anEnvelopeOf(anEvent(2, { message: 'Script error.' })), items: { error: 1 } },
  { body: anEnvelopeOf(anEvent(3), anEvent(4)), items: { error: 2 } },
  { body: text('{}\n{"type":"event"}\nnot json'), items: { error: 1 } },
  { body: text('not an envelope'), items: { default: 1 } },
  {
    body: anEnvelopeOf(aContainer([{ number: 4 }, { number: 5, more: { span_id: 'none' } }])),
    items: { span: 2 },
  },
  { body: anEnvelopeOf(aLogContainer(['one', 'one', 'two'])), items: { log_item: 3 } },
  { body: anEnvelopeOf(aLogContainer(['x'], { timestamp: 'never' })), items: { log_item: 1 } },
  { body: anEnvelopeOf(aMetricContainer([{}, { type: 'set' }])), items: { trace_metric: 2 } },
  { body: anEnvelopeOf(aSession()), items: { session: 1 } },
  {
    body: anEnvelopeOf(aSession({ status: 'exited', timestamp: '2026-09-21T14:13:21Z' })),
    items: { session: 1 },
  },
  { body: anEnvelopeOf(aSession({ attrs: {} })), items: { session: 1 } },
  { body: anEnvelopeOf(aggregatedSessions()), items: { session: 1 } },
  { body: anEnvelopeOf(aFeedback(), aUserReport()), items: { feedback: 2 } },
  { body: anEnvelopeOf(aCheckIn()), items: { monitor: 1 } },
  { body: anEnvelopeOf(aCheckIn({ status: 'error' }), aCheckIn({ status: 'late' })), items: { monitor: 2 } },
  { body: withAttachment(header(1), text('a picture')), items: { attachment: 1 } },
  { body: withAttachment(text('{}'), text('of nothing')), items: { attachment: 1 } },
  {
    body: withAttachment(anEnvelopeOf(anEvent(5, { message: 'Script error.' })), text('of what is left out')),
    items: { error: 1, attachment: 1 },
  },
  { body: text('{}\n{"type":"profile"}\n{}\n{"type":"made_up"}\n{}'), items: { profile: 1, default: 1 } },
  { body: text('{}\n{"type":"client_report"}\n{"discarded_events":[]}'), items: { internal: 1 } },
]

function sumOf(counts: { category: string; quantity: number }[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { category, quantity } of counts) sums[category] = (sums[category] ?? 0) + quantity
  return sums
}

const sent = sumOf(
  MIXED.flatMap(({ items }) => Object.entries(items).map(([category, quantity]) => ({ category, quantity }))),
)

const submitted = (): SubmittedEnvelope[] =>
  MIXED.map(({ body }) => ({ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body }))

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  onTestFinished(opened.close)
  const list = () =>
    opened.store.db.selectFrom('outcome').select(['category', 'outcome', 'reason', 'quantity']).execute()
  return { ...opened, list }
}

describe('every item that was sent is in one outcome', () => {
  it('in one batch', async () => {
    const { writeBatch, list } = await open()
    writeBatch(submitted(), [])
    expect(sumOf(await list())).toEqual(sent)
  })

  it('in batches of one', async () => {
    const { writeBatch, list } = await open()
    for (const envelope of submitted()) writeBatch([envelope], [])
    expect(sumOf(await list())).toEqual(sent)
  })

  it('once, where what was stored comes again', async () => {
    const { writeBatch, list } = await open()
    const stored = submitted().filter((envelope) => {
      const before = writeBatch([envelope], []).results[0]
      return before?.status === 200
    })
    const accepted = (await list()).filter(({ outcome }) => outcome === 'accepted')
    writeBatch(stored, [])
    const again = (await list()).filter(({ outcome }) => outcome === 'accepted')
    const twice = sumOf(again)
    // Neither sessions that an SDK has counted nor reports of what it left out have ids.
    expect(twice).toEqual({ ...sumOf(accepted), session: 4, internal: 2 })
  })

  it('where the database refuses some of it', async () => {
    const { writeBatch, list, connection } = await open()
    for (const table of [
      'event',
      'span_part',
      'log',
      'feedback',
      'check_in',
      'release_session',
      'attachment',
    ]) {
      connection.exec(`create trigger refuse_${table} before insert on ${table}
        begin select raise(abort, 'refused'); end`)
    }
    const { results, failure } = writeBatch(submitted(), [])
    expect(failure).toContain('refused')
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const outcomes = await list()
    expect(sumOf(outcomes)).toEqual(sent)
    expect(outcomes).toContainEqual({
      category: 'log_item',
      outcome: 'invalid',
      reason: 'internal',
      quantity: 3,
    })
  })

  it('where processing fails', async () => {
    const { writeBatch, list } = await open()
    const [transaction, anError, ...others] = submitted()
    if (!transaction || !anError) throw new Error('there is nothing to send')
    // A body that throws when it is read stands for a fault of ours.
    const broken = {
      ...anError,
      get format(): never {
        throw new TypeError('our own fault')
      },
    }
    const { results } = writeBatch([broken, transaction, ...others], [])
    expect(results[0]).toMatchObject({ status: 400 })
    const { error = 0, ...rest } = sent
    expect(sumOf(await list())).toEqual({ ...rest, error: error - 1, default: (sent.default ?? 0) + 1 })
  })

  it('refused at the endpoint or not', async () => {
    const opened = await openIngestApp({ queue: { queuedEnvelopes: 4 } })
    onTestFinished(opened.close)
    const post = (payload: Buffer, headers: Record<string, string> = {}) =>
      opened.app.inject({
        method: 'POST',
        url: `/api/1/envelope/?sentry_key=${'a'.repeat(32)}`,
        payload,
        headers,
      })
    const answers = await Promise.all(MIXED.map(({ body }) => post(Buffer.from(body))))
    expect(answers.some(({ statusCode }) => statusCode === 503)).toBe(true)
    const refused = [
      await post(Buffer.from('x'), { 'content-encoding': 'br' }),
      await post(Buffer.from('not gzip'), { 'content-encoding': 'gzip' }),
      await post(Buffer.from('[]')),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([415, 400, 400])
    await opened.app.close()
    await opened.writer.close()
    const list = await opened.store.db
      .selectFrom('outcome')
      .select(['category', 'outcome', 'reason', 'quantity'])
      .execute()
    // What the endpoint did not let in counts as what its headers say, and what nobody could read as one. Of a
    // transaction they don't say how many spans it has: the first is let in.
    expect(sumOf(list)).toEqual({ ...sent, default: (sent.default ?? 0) + 3 })
    expect(list).toContainEqual({
      category: 'default',
      outcome: 'invalid',
      reason: 'unsupported_encoding',
      quantity: 1,
    })
  })
})

import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import {
  createSubmissionPreparer,
  type PreparedSubmission,
} from '#server/writer/preparer/prepare-submission.ts'
import { createSubmissionWriter } from '#server/writer/submission-writer.ts'
import { anEventId, envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

const TRACE_ID = 'c'.repeat(32)
const STORED = { status: 200 }

async function open() {
  const { store, connection, file, close } = await openEventStore()
  onTestFinished(close)
  const newEventId = () => anEventId(999)
  const prepareAll = createSubmissionPreparer(connection, { newEventId })
  const attachments = join(dirname(file), 'attachments')
  const write = createSubmissionWriter(connection, { newEventId, attachments })
  const prepare = (...events: object[]): PreparedSubmission => {
    const envelopes = events.map(anEnvelope)
    return { envelopes, refused: [], prepared: prepareAll(envelopes) }
  }
  const count = (table: 'event' | 'issue' | 'span_part' | 'segment' | 'project') =>
    store.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
      .then((row) => row.count)
  const listOutcomes = () =>
    store.db
      .selectFrom('outcome')
      .select(['category', 'outcome', 'reason', 'quantity'])
      .orderBy('category')
      .execute()
  return { store, connection, write, prepare, count, listOutcomes }
}

function anEnvelope(event: object): SubmittedEnvelope {
  const body = 'spans' in event ? transactionOf(event) : envelopeOf(event)
  return { projectId: 1, keyId: 1, receivedAt: 0, body }
}

function transactionOf(event: object): Uint8Array {
  return new TextEncoder().encode(`{}\n{"type":"transaction"}\n${JSON.stringify(event)}\n`)
}

function anError(number: number) {
  return { event_id: anEventId(number), exception: { values: [{ type: 'TypeError', value: 'no price' }] } }
}

/** With one span below it. */
function aTransaction(number: number, spanId: string) {
  return {
    event_id: anEventId(number),
    transaction: 'GET /cart',
    start_timestamp: 1,
    timestamp: 2,
    contexts: { trace: { trace_id: TRACE_ID, span_id: anEventId(number).slice(16), op: 'http.server' } },
    spans: [{ trace_id: TRACE_ID, span_id: spanId, start_timestamp: 1, timestamp: 2, op: 'db' }],
  }
}

describe('createSubmissionWriter()', () => {
  it('stores all that is prepared in one transaction, and tells once what it changed', async () => {
    const { write, prepare, count } = await open()
    const results = write([prepare(anError(1), anError(2)), prepare(anError(3))])
    expect(results.map((result) => result.results)).toEqual([
      [
        { ...STORED, id: anEventId(1) },
        { ...STORED, id: anEventId(2) },
      ],
      [{ ...STORED, id: anEventId(3) }],
    ])
    expect(results[0]?.commit).toMatchObject({ projectIds: [1], issueIds: [1], eventCount: 3 })
    expect(results[1]?.commit).toEqual({
      projectIds: [],
      issueIds: [],
      arrivals: [],
      eventCount: 0,
      outcomes: [],
    })
    expect(await count('event')).toBe(3)
  })

  it('stores what was sent twice once, whether it is stored already or comes beside it', async () => {
    const { write, prepare, count, listOutcomes } = await open()
    write([prepare(anError(1))])
    const results = write([
      prepare(anError(2), anError(1)),
      prepare(anError(2), anError(3)),
      prepare(anError(3)),
    ])
    const ids = results.flatMap((result) => result.results.map((one) => ('id' in one ? one.id : undefined)))
    expect(ids).toEqual([2, 1, 2, 3, 3].map(anEventId))
    expect(await count('event')).toBe(3)
    const accepted = (await listOutcomes()).filter(({ category }) => category === 'error')
    expect(accepted).toEqual([{ category: 'error', outcome: 'accepted', reason: '', quantity: 3 }])
  })

  it.each([
    ['in an envelope', [[1, 'a', 'a']]],
    [
      'in two submissions',
      [
        [1, 'a'],
        [2, 'a'],
      ],
    ],
  ] as const)('stores a span once that comes twice %s', async (_where, sent) => {
    const { write, prepare, store } = await open()
    const submissions = sent.map(([number, ...spanIds]) => {
      const [transaction] = spanIds.map((id) => aTransaction(number, id.repeat(16)))
      const spans = spanIds.flatMap((id) => aTransaction(number, id.repeat(16)).spans)
      return prepare({ ...transaction, spans })
    })
    write(submissions)
    const { total } = await store.db
      .selectFrom('span_part')
      .select((eb) => eb.fn.sum<number>('span_count').as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(sent.length + 1)
  })

  it('loses no more than the one that the database refuses', async () => {
    const { write, prepare, count, connection } = await open()
    connection.exec(`create trigger refuse before insert on event
      when new.event_id = '${anEventId(2)}' begin select raise(abort, 'not this one'); end`)
    const results = write([prepare(anError(1)), prepare(anError(2), anError(3)), prepare(anError(4))])
    expect(results.map((result) => result.results.map(({ status }) => status))).toEqual([
      [200],
      [400, 200],
      [200],
    ])
    expect(results.map(({ failure }) => failure)).toEqual([
      undefined,
      expect.stringContaining('not this one'),
      undefined,
    ])
    expect(await count('event')).toBe(3)
  })

  it('acknowledges nothing that a full disk did not take', async () => {
    const { write, prepare, count, connection } = await open()
    const { page_count: pages } = connection.prepare('pragma page_count').get() ?? {}
    connection.exec(`pragma max_page_count = ${pages}`)
    const many = (from: number) => Array.from({ length: 200 }, (_, index) => anError(from + index))
    const results = write([prepare(...many(0)), prepare(...many(200))])
    expect(new Set(results.flatMap((result) => result.results.map(({ status }) => status)))).toEqual(
      new Set([503]),
    )
    expect(results.map(({ commit }) => commit)).toEqual([undefined, undefined])
    expect(await count('event')).toBe(0)
  })

  it('processes by itself what could not be prepared', async () => {
    const { write, prepare, count } = await open()
    const results = write([{ ...prepare(anError(1)), prepared: undefined }, prepare(anError(2))])
    expect(results.map((result) => result.results)).toEqual([
      [{ ...STORED, id: anEventId(1) }],
      [{ ...STORED, id: anEventId(2) }],
    ])
    expect(await count('event')).toBe(2)
  })

  it('takes nothing of a project that is gone since it was prepared', async () => {
    const { write, prepare, count, connection } = await open()
    const prepared = prepare(anError(1))
    connection.exec('pragma foreign_keys = off')
    connection.exec('delete from project')
    expect(write([prepared])[0]?.results).toMatchObject([{ status: 403 }])
    expect(await count('event')).toBe(0)
  })
})

import { describe, expect, it, onTestFinished } from 'vitest'
import { listTraceSpans } from '#server/store/traces/spans.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import {
  aContainer,
  anEnvelopeOf,
  aSpanId,
  aTransaction,
  TRACE_ID,
} from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000

async function open() {
  const opened = await openEventStore(() => 10 * HOUR_MS)
  onTestFinished(opened.close)
  const send = (...items: Parameters<typeof anEnvelopeOf>) => opened.writeBatch([anEnvelope(...items)], [])
  const readSpans = (limit = 5_000) => listTraceSpans(opened.store.db, TRACE_ID, limit)
  return { ...opened, send, readSpans }
}

function anEnvelope(...items: Parameters<typeof anEnvelopeOf>): SubmittedEnvelope {
  return { projectId: 1, keyId: 1, receivedAt: 10 * HOUR_MS, body: anEnvelopeOf(...items) }
}

type Opened = Awaited<ReturnType<typeof open>>

const listOutcomes = ({ store }: Opened) =>
  store.db
    .selectFrom('outcome')
    .select(['category', 'outcome', 'reason', 'quantity'])
    .orderBy('category')
    .orderBy('outcome')
    .orderBy('reason')
    .execute()

describe('spans in a batch', () => {
  it('are read back as they were sent, in both shapes', async () => {
    const opened = await open()
    opened.send(aTransaction([{ number: 2, parent: 1, data: { 'db.system': 'sqlite' } }]))
    opened.send(aContainer([{ number: 3, parent: 2 }]))
    expect(await opened.readSpans()).toMatchObject([
      { spanId: aSpanId(1), isSegment: true, name: 'GET /cart', durationUs: 1_000_000, side: 'server' },
      {
        spanId: aSpanId(2),
        parentSpanId: aSpanId(1),
        segmentId: aSpanId(1),
        data: { 'db.system': 'sqlite' },
      },
      { spanId: aSpanId(3), parentSpanId: aSpanId(2), projectSlug: 'crumbtrail' },
    ])
  })

  it('lie in parts, each with its own attributes', async () => {
    const opened = await open()
    const children = Array.from({ length: 600 }, (_, index) => ({
      number: index + 2,
      parent: 1,
      data: { number: index + 2, text: (index % 3 === 0 ? 'ä' : 'x').repeat(index % 2 ? 40 : 1_200) },
    }))
    opened.send(aTransaction(children))
    const spans = await opened.readSpans()
    expect(spans).toHaveLength(601)
    for (const { spanId, data } of spans.slice(1)) {
      expect(data).toMatchObject({ number: Number.parseInt(spanId, 16) })
    }
    const { count } = await opened.store.db
      .selectFrom('payload_block')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(4)
    expect(await opened.readSpans(100)).toHaveLength(100)
  })

  it('change nothing when they come again, in one batch or a later one', async () => {
    const opened = await open()
    const transaction = anEnvelope(aTransaction([{ number: 2, parent: 1 }]))
    const container = anEnvelope(aContainer([{ number: 3, parent: 1 }]))
    const { results } = opened.writeBatch([transaction, container, transaction, container], [])
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    opened.writeBatch([transaction, container], [])
    expect(await opened.readSpans()).toHaveLength(3)
    expect(await listOutcomes(opened)).toEqual([
      { category: 'span', outcome: 'accepted', reason: '', quantity: 3 },
      { category: 'transaction', outcome: 'accepted', reason: '', quantity: 1 },
    ])
  })

  it('make rows of what begins in each process, for lists', async () => {
    const opened = await open()
    opened.send(aTransaction([{ number: 2, parent: 1 }]))
    opened.send(aContainer([{ number: 3, parent: 2 }]))
    const rows = await opened.store.db.selectFrom('segment').selectAll().execute()
    expect(rows).toMatchObject([{ span_id: aSpanId(1), name: 'GET /cart', duration_us: 1_000_000 }])
  })

  it('are counted once where only some of a container are new', async () => {
    const opened = await open()
    opened.send(aContainer([{ number: 2, parent: 1 }]))
    opened.send(
      aContainer([
        { number: 2, parent: 1, name: 'changed' },
        { number: 3, parent: 1 },
      ]),
    )
    const spans = await opened.readSpans()
    expect(spans.map(({ name }) => name)).toEqual(['span 2', 'span 3'])
    expect(await listOutcomes(opened)).toEqual([
      { category: 'span', outcome: 'accepted', reason: '', quantity: 2 },
    ])
  })

  it('may have the same id in two projects', async () => {
    const opened = await open()
    await opened.store.write((trx) =>
      trx.insertInto('project').values({ slug: 'b', name: 'B', created_at: 0 }).execute(),
    )
    const first = anEnvelope(aContainer([{ number: 2 }]))
    opened.writeBatch([first, { ...first, projectId: 2, keyId: 2 }], [])
    const spans = await opened.readSpans()
    expect(spans.map(({ projectSlug }) => projectSlug).sort()).toEqual(['b', 'crumbtrail'])
  })

  it('are told from repeats apart from the event beside them', async () => {
    const opened = await open()
    const event = { type: 'event', payload: { event_id: '7'.repeat(32), message: 'with spans' } }
    opened.send(event, aContainer([{ number: 2 }]))
    opened.send(event, aContainer([{ number: 2 }, { number: 3 }]))
    expect((await opened.readSpans()).map(({ spanId }) => spanId)).toEqual([aSpanId(2), aSpanId(3)])
    expect(await listOutcomes(opened)).toMatchObject([{ quantity: 1 }, { quantity: 2 }])
  })

  it('are acknowledged only when they are stored', async () => {
    const opened = await open()
    opened.connection.exec('pragma query_only = on')
    expect(opened.send(aTransaction([])).results).toMatchObject([{ status: 503 }])
    opened.connection.exec('pragma query_only = off')
    expect(opened.send(aTransaction([])).results).toMatchObject([{ status: 200 }])
    expect(await opened.readSpans()).toHaveLength(1)
  })

  it('leave their neighbours alone where the database refuses one', async () => {
    const opened = await open()
    opened.connection.exec(`
      create trigger refuse before insert on segment when new.name = 'poison'
      begin select raise(abort, 'refused'); end`)
    const poison = anEnvelope(aContainer([{ number: 2, name: 'poison', more: { is_segment: true } }]))
    const { results, failure } = opened.writeBatch([poison, anEnvelope(aContainer([{ number: 3 }]))], [])
    expect(results.map(({ status }) => status)).toEqual([400, 200])
    expect(failure).toContain('refused')
    expect(await listOutcomes(opened)).toEqual([
      { category: 'span', outcome: 'accepted', reason: '', quantity: 1 },
      { category: 'span', outcome: 'invalid', reason: 'internal', quantity: 1 },
    ])
  })

  it('are found, with their errors, by indexes', async () => {
    const opened = await open()
    const plan = (text: string) =>
      opened.connection
        .prepare(`explain query plan ${text}`)
        .all('x', 'x', 10)
        .map(({ detail }) => String(detail))
        .join('; ')
    const queries = [
      'select * from span_part where trace_id = ? and project_id = ? order by id desc limit ?',
      'select * from event where substr(event.trace_id, 1, 8) = ? and event.trace_id = ? limit ?',
    ]
    expect(queries.map(plan)).toEqual([
      expect.stringContaining('USING INDEX span_part_by_trace'),
      expect.stringContaining('USING INDEX event_by_trace'),
    ])
  })
})

import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  FeedbackRecord,
  LogRecord,
  MetricRecord,
  SessionCountsRecord,
  StoredRecord,
} from '#server/processing/record.ts'
import type { CountStored } from '#server/store/projects/stored-counts.ts'
import { createRecordStore } from '#server/store/records/record-store.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { anArrival, openPortRows, type PortRows } from '#tests/support/records/port-rows.ts'

const origin = { traceId: null, spanId: null, release: 'shop@1', environment: null }

const aLog = (body: string, contentHash: number): LogRecord => ({
  ...{ kind: 'log', timestampUs: 3_600_000_000, level: 'warn', body, attributes: { cart: 7 }, contentHash },
  ...origin,
})
const aMetric = (value: number): MetricRecord => ({
  ...{ kind: 'metric', type: 'gauge', name: 'queue', value, unit: '', timestampUs: 5, attributes: { value } },
  ...{ ...origin, contentHash: value * 10 },
})
const aFeedback = (feedbackId: string, message: string): FeedbackRecord => ({
  ...{ kind: 'feedback', feedbackId, eventId: null, timestamp: 5, message, name: null, email: 'a@b.example' },
  ...{ url: null, source: 'widget', traceId: null, release: 'shop@1', environment: null },
})
const someSessions: SessionCountsRecord = {
  ...{ kind: 'session_counts', release: 'shop@1', environment: 'production' },
  counts: [{ startedAt: 5, health: 'healthy', quantity: 9, userHash: null }],
}

type Place = { data: Uint8Array; block_offset: number; block_length: number } // the query's own columns

describe.each(ENGINES)('records on %s', (engine) => {
  let rows: PortRows

  beforeAll(async () => {
    rows = await openPortRows(engine)
  })
  afterAll(() => rows.close())

  async function open() {
    const projectId = await rows.makeProject()
    const counted: unknown[] = []
    const store = createRecordStore({ writeFiles: () => {} })
    const countStored: CountStored = (...count) => counted.push(count.slice(1))
    return {
      counted,
      find: (records: StoredRecord[]) =>
        rows.run(store.findKnown(records.map((record) => ({ projectId, record })))),
      async store(records: StoredRecord[]) {
        const commit = store.prepare(records.map((record) => anArrival(projectId, record, 7_200_000)))
        const counts = { logs: [], sessions: [], countStored }
        const outcomes = await rows.run(commit(counts))
        return { logs: counts.logs, sessions: counts.sessions, outcomes }
      },
      list: (table: string, columns: string) =>
        rows.select(`select ${columns} from ${table} where project_id = ${projectId} order by id`),
      /** What lies in the block of each row. */
      async payloads(table: string) {
        const places = await rows.select(`
          select data, block_offset, block_length from ${table} join payload_block on payload_block.id = block_id
          where project_id = ${projectId} order by ${table}.id`)
        return (places as Place[]).map(({ data, block_offset: start, block_length: length }) =>
          JSON.parse(zstdDecompressSync(data).toString('utf8', start, start + length)),
        )
      },
    }
  }

  it('are stored in order, and are recognized afterwards, each kind by its own key', async () => {
    const opened = await open()
    const records = [aLog('one', 1), aMetric(1.5), aFeedback('a', 'Hello'), aLog('two', 2), aMetric(2)]
    expect(await opened.find(records)).toEqual([false, false, false, false, false])
    const { outcomes, logs } = await opened.store(records)
    expect(outcomes.map(({ category, outcome }) => `${category} ${outcome}`)).toEqual([
      ...['log_item accepted', 'trace_metric accepted', 'feedback accepted'],
      ...['log_item accepted', 'trace_metric accepted'],
    ])
    expect(logs).toMatchObject([{ hour: 1, environment: '', level: 'warn', quantity: 2 }])
    const others = [aLog('one', 3), aFeedback('b', 'Hello'), { ...aMetric(2), name: 'other' }, someSessions]
    expect(await opened.find([...others, ...records])).toEqual([
      ...[false, false, false, false],
      ...[true, true, true, true, true],
    ])
  })

  it('have columns and, in blocks, the rest, whose bytes are counted', async () => {
    const opened = await open()
    await opened.store([aLog('one', 1), aMetric(1.5), aLog('x'.repeat(300), 2), aMetric(2)])
    const logs = await opened.list('log', 'timestamp_us, content_hash, received_at, level, body, release')
    const columns = { timestamp_us: 3_600_000_000, received_at: 7_200_000, level: 'warn', release: 'shop@1' }
    expect(logs).toEqual([
      { ...columns, content_hash: 1, body: 'one' },
      { ...columns, content_hash: 2, body: 'x'.repeat(256) },
    ])
    expect(await opened.payloads('log')).toEqual([
      { body: 'one', attributes: { cart: 7 } },
      { body: 'x'.repeat(300), attributes: { cart: 7 } },
    ])
    expect(await opened.list('metric', 'name, type, value, unit, environment')).toEqual([
      { name: 'queue', type: 'gauge', value: 1.5, unit: '', environment: null },
      { name: 'queue', type: 'gauge', value: 2, unit: '', environment: null },
    ])
    expect(await opened.payloads('metric')).toEqual([{ value: 1.5 }, { value: 2 }])
    expect(opened.counted).toEqual([
      ['logs', 1, '{"body":"one","attributes":{"cart":7}}'.length],
      ['logs', 1, '{"body":"one","attributes":{"cart":7}}'.length + 297],
      ['metrics', 1, '{"value":1.5}'.length],
      ['metrics', 1, '{"value":2}'.length],
    ])
  })

  it('begin as open feedback, and are only counted if the SDK sent counts of sessions', async () => {
    const opened = await open()
    const { sessions } = await opened.store([aFeedback('a', 'Hello'), someSessions, aFeedback('b', 'Bye')])
    expect(await opened.list('feedback', 'feedback_id, message, email, received_at, status')).toEqual([
      ...[
        { feedback_id: 'a', message: 'Hello', email: 'a@b.example', received_at: 7_200_000, status: 'open' },
      ],
      ...[{ feedback_id: 'b', message: 'Bye', email: 'a@b.example', received_at: 7_200_000, status: 'open' }],
    ])
    expect(sessions).toMatchObject([{ health: 'healthy', quantity: 9, release: 'shop@1' }])
  })
})

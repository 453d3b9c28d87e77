import { describe, expect, it, onTestFinished } from 'vitest'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import { expireHours } from '#server/store/maintenance/expire-hours.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { createPerformanceAggregate } from '#server/writer/aggregates/performance.ts'
import { decodeExamples } from '#server/writer/aggregates/performance-examples.ts'
import { createSampler } from '#server/writer/aggregates/performance-samples.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 14, 12)
const NOON_HOUR = NOON / HOUR

let ids = 0

function aSpan(millis: number, change: Partial<NormalizedSpan> = {}): NormalizedSpan {
  return {
    traceId: (++ids).toString(16).padStart(32, '0'),
    spanId: ids.toString(16).padStart(16, '0'),
    parentSpanId: null,
    segmentId: null,
    isSegment: true,
    eventId: null,
    op: 'http.server',
    name: 'GET /cart',
    side: 'server',
    status: 'ok',
    startUs: NOON * 1_000,
    durationUs: millis * 1_000,
    release: null,
    environment: 'production',
    data: {},
    measurements: null,
    ...change,
  }
}

async function open() {
  const { connection, store, close } = await openEventStore()
  onTestFinished(close)
  const create = createPerformanceAggregate
  const run = createSqliteRows(connection)
  const startSampling = createSampler()
  function write(fold: ReturnType<typeof create>, spans: NormalizedSpan[], isKept = true): void {
    const { samples, add } = startSampling()
    add(spans.map((span) => ({ span, projectId: 1, receivedAt: NOON + HOUR })))
    connection.exec('begin')
    run(fold.aggregate(samples))
    connection.exec(isKept ? 'commit' : 'rollback')
    if (isKept) fold.settle()
  }
  const rows = (table: 'performance_hour' | 'performance_day') =>
    store.db.selectFrom(table).selectAll().orderBy('hour').orderBy('name').execute()
  return { connection, create, write, rows }
}

describe('createPerformanceAggregate()', () => {
  it('adds up an hour and a day over batches', async () => {
    const { create, write, rows } = await open()
    const fold = create()
    write(fold, [aSpan(10), aSpan(30, { status: 'internal_error' })])
    write(fold, [aSpan(20), aSpan(40, { startUs: (NOON + HOUR) * 1_000 })])
    const hours = await rows('performance_hour')
    expect(hours).toMatchObject([
      { hour: NOON_HOUR, quantity: 3, failures: 1, total_ms: 60, environment: 'production' },
      { hour: NOON_HOUR + 1, quantity: 1, failures: 0, total_ms: 40 },
    ])
    const [day, none] = await rows('performance_day')
    expect(none).toBeUndefined()
    expect(day).toMatchObject({ hour: NOON_HOUR - 12, quantity: 4, failures: 1, total_ms: 100 })
    const median = new QuantileSketch().merge(day?.sketch ?? new Uint8Array()).quantile(0.5) ?? 0
    expect(Math.abs(median - 20_000)).toBeLessThan(200)
  })

  it('forgets what was rolled back', async () => {
    const { create, write, rows } = await open()
    const fold = create()
    write(fold, [aSpan(10)])
    write(fold, [aSpan(1_000), aSpan(1_000, { name: 'GET /lost' })], false)
    write(fold, [aSpan(20)])
    expect(await rows('performance_hour')).toMatchObject([{ name: 'GET /cart', quantity: 2, total_ms: 30 }])
  })

  it('goes on where another thread has ended', async () => {
    const { create, write, rows } = await open()
    write(create(), [aSpan(10), aSpan(50)])
    write(create(), [aSpan(20)])
    const [hour] = await rows('performance_hour')
    expect(hour).toMatchObject({ quantity: 3, total_ms: 80 })
    const examples = decodeExamples(hour?.examples ?? new Uint8Array())
    expect([examples?.fast.value, examples?.usual.value, examples?.slow.value]).toEqual([
      10_000, 20_000, 50_000,
    ])
  })

  it('keeps a thousand names of an hour, and counts the others together', async () => {
    const { create, write, rows } = await open()
    const fold = create()
    write(
      fold,
      Array.from({ length: 1_200 }, (_, index) => aSpan(10, { name: `GET /${index}` })),
    )
    write(fold, [aSpan(10, { name: 'GET /late' }), aSpan(10, { name: 'GET /7' })])
    write(create(), [aSpan(10, { name: 'GET /later' })])
    const hours = await rows('performance_hour')
    expect(hours).toHaveLength(1_001)
    expect(hours[0]).toMatchObject({ name: '', op: '', side: '', quantity: 202 })
    expect(hours.find(({ name }) => name === 'GET /7')).toMatchObject({ quantity: 2 })
    expect(await rows('performance_day')).toHaveLength(1_001)
  })

  it('believes no clock that is far off', async () => {
    const { create, write, rows } = await open()
    const times = [NOON + 2 * HOUR, NOON - 40 * 24 * HOUR, NOON - 2 * 24 * HOUR]
    write(
      create(),
      times.map((time) => aSpan(10, { startUs: time * 1_000 })),
    )
    expect((await rows('performance_hour')).map(({ hour, quantity }) => [hour, quantity])).toEqual([
      [NOON_HOUR - 48, 1],
      [NOON_HOUR + 1, 2], // when they arrived
    ])
  })

  it('leaves old hours and days to retention', async () => {
    const { create, write, rows, connection } = await open()
    const early = NOON - 3 * 24 * HOUR
    write(create(), [aSpan(10, { startUs: early * 1_000 }), aSpan(10)])
    const slice = {
      now: NOON,
      retention: [],
      hasTime: () => true,
      portions: { rows: 1, events: 1, owners: 1 },
    }
    expect(createSqliteRows(connection)(expireHours(1 / 24, slice))).toBe(false)
    expect(await rows('performance_hour')).toMatchObject([{ hour: NOON_HOUR }])
    expect(await rows('performance_day')).toHaveLength(0) // a day goes with its first hour
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { type OpenMetrics, openMetrics, START } from './open-metrics.ts'
import { toPoint } from './otlp-points.ts'

const TRACE = 'abcdef0123456789abcdef0123456789'
const at = (minute: number, second = 30) => START + minute * 60_000 + second * 1_000
const DELTA = 1
const CUMULATIVE = 2

function orders(minute: number, asInt: string, currency = 'EUR') {
  const dataPoints = [toPoint({ atMs: at(minute), asInt, attributes: { currency } })]
  return {
    name: 'orders',
    unit: '{order}',
    sum: { dataPoints, aggregationTemporality: DELTA, isMonotonic: true },
  }
}

function requests(minute: number, bucketCounts: string[], more: object = {}) {
  const count = String(bucketCounts.reduce((sum, each) => sum + Number(each), 0))
  const point = { atMs: at(minute), count, sum: 60, explicitBounds: [10, 20], bucketCounts, ...more }
  return {
    ...{ name: 'requests', unit: 'ms' },
    histogram: { dataPoints: [toPoint(point)], aggregationTemporality: DELTA },
  }
}

describe.each(ENGINES)('metrics of a desk, on %s', (engine) => {
  let desk: OpenMetrics

  beforeAll(async () => {
    desk = await openMetrics(engine)
  })
  afterAll(() => desk.close())

  async function found(...asked: Parameters<OpenMetrics['find']>) {
    const detail = await desk.find(...asked)
    if (detail === undefined || 'refusal' in detail) throw new Error(JSON.stringify(detail))
    return detail
  }

  it('are listed by name, each with its newest value, its services and a trend of the period', async () => {
    await desk.send([orders(0, '2'), orders(1, '4'), orders(5, '7')])
    await desk.send([{ name: 'queue', gauge: { dataPoints: [toPoint({ atMs: at(3), asDouble: 1.5 })] } }])
    const { metrics, next, isPartial } = await desk.list()
    expect({ next, isPartial }).toEqual({ next: null, isPartial: false })
    expect(metrics).toMatchObject([
      {
        ...{ name: 'orders', unit: '{order}', kind: 'counter', projects: ['shop'], services: ['shop'] },
        points: { count: 3, isMore: false },
        newest: { value: 7, timestampUs: at(5) * 1_000 },
        trend: [6, null, 7],
      },
      {
        name: 'queue',
        kind: 'gauge',
        points: { count: 1 },
        newest: { value: 1.5 },
        trend: [null, 1.5, null],
      },
    ])
    expect((await desk.list({ limit: 1 })).next).toBe('orders')
    expect((await desk.list({ after: 'orders' })).metrics.map(({ name }) => name)).toEqual(['queue'])
    expect((await desk.list({ search: 'UEU' })).metrics.map(({ name }) => name)).toEqual(['queue'])
    expect((await desk.list({ environment: 'staging' })).metrics).toEqual([])
    expect((await desk.list({ environment: 'production' })).metrics).toHaveLength(2)
    expect((await desk.list({ project: 'elsewhere' })).metrics).toEqual([])
    expect((await desk.list({ period: { start: 0, end: START } })).metrics).toEqual([])
  })

  it('add up counters by time and by an attribute, the largest first', async () => {
    await desk.send([orders(2, '1', 'USD')])
    const detail = await found('orders', { groupBy: 'currency' })
    expect(detail).toMatchObject({
      kind: 'counter',
      attributes: ['currency'],
      read: { points: 4, isSample: false },
    })
    expect(detail.all.byBucket.map((part) => part?.sum ?? null)).toEqual([2, 4, 1, null, null, 7])
    expect(detail.groups.map(({ group, total }) => [group, total.sum])).toEqual([
      ['EUR', 13],
      ['USD', 1],
    ])
  })

  it('are filtered by the grammar of searches', async () => {
    expect((await found('orders', { query: 'currency:USD' })).all.total.sum).toBe(1)
    expect((await found('orders', { query: '!currency:U* value:>2' })).all.total.sum).toBe(11)
    expect((await found('orders', { query: 'eur' })).all.total.sum).toBe(13)
    expect((await found('orders', { query: 'has:nothing' })).all.total).toMatchObject({ count: 0, sum: null })
    expect(await desk.find('orders', { query: 'value:many' })).toEqual({
      refusal: expect.stringContaining('`value:many` needs a number'),
    })
  })

  it('list twelve exemplars, or two hundred where all are asked for, and say how many there are', async () => {
    const exemplars = Array.from({ length: 8 }, (_, value) => ({ value, traceId: TRACE }))
    const points = Array.from({ length: 30 }, (_, index) =>
      requests(index / 10, ['8', '0', '0'], { exemplars }),
    )
    await desk.send(points.map((metric) => ({ ...metric, name: 'traced' })))
    const few = await found('traced')
    expect([few.exemplars.length, few.exemplarCount]).toEqual([12, 240])
    const many = await found('traced', { withAllExemplars: true })
    expect([many.exemplars.length, many.exemplarCount]).toEqual([200, 240])
  })

  it('find quantiles in the buckets of histograms, and the traces of exemplars', async () => {
    const exemplars = [{ value: 17.5, traceId: TRACE }]
    await desk.send([
      requests(0, ['2', '2', '0'], { min: 4, max: 18, exemplars }),
      requests(1, ['0', '3', '1'], { max: 30 }),
    ])
    const { all, exemplars: listed } = await found('requests')
    expect(all.total).toEqual({
      ...{ count: 8, sum: 120, avg: 15, min: 4, max: 30, last: null },
      ...{ p50: 14, p95: expect.closeTo(26) },
    })
    expect(all.byBucket.map((part) => part?.count ?? 0)).toEqual([4, 4, 0, 0, 0, 0])
    expect(listed).toEqual([
      {
        ...{ timestampMs: at(0), value: 17.5, traceId: TRACE, spanId: 'b'.repeat(16) },
        projectSlug: 'shop',
      },
    ])
  })

  it('say of running totals what they grew by, each series by itself, also after a restart', async () => {
    const total = (minute: number, host: string, asInt: string) => ({
      name: 'bytes',
      sum: {
        ...{ aggregationTemporality: CUMULATIVE, isMonotonic: true },
        dataPoints: [toPoint({ atMs: at(minute), asInt, attributes: { host } })],
      },
    })
    await desk.send([total(0, 'a', '100'), total(1, 'a', '130'), total(2, 'a', '20'), total(3, 'a', '25')])
    await desk.send([total(1, 'b', '5000'), total(3, 'b', '5001')])
    const { kind, all } = await found('bytes')
    expect(kind).toBe('total')
    expect(all.byBucket.map((part) => part?.sum ?? null)).toEqual([null, 30, 20, 6, null, null])
  })

  it('subtract histograms that run on', async () => {
    const running = (minute: number, bucketCounts: string[], sum: number) => {
      const { histogram } = requests(minute, bucketCounts, { sum })
      return { name: 'running', histogram: { ...histogram, aggregationTemporality: CUMULATIVE } }
    }
    await desk.send([running(0, ['9', '9', '9'], 900), running(1, ['9', '13', '9'], 960)])
    expect((await found('running')).all.total).toMatchObject({ count: 4, sum: 60, avg: 15, p50: 15 })
  })

  it('take a total that also falls as a value', async () => {
    const dataPoints = [toPoint({ atMs: at(1), asInt: '3' }), toPoint({ atMs: at(1, 40), asInt: '1' })]
    await desk.send([{ name: 'open', sum: { dataPoints, aggregationTemporality: CUMULATIVE } }])
    const { kind, all } = await found('open')
    expect(kind).toBe('gauge')
    expect(all.total).toMatchObject({ avg: 2, min: 1, max: 3, last: 1, sum: null })
  })

  it('are none of a name that nobody sent, or that another project has', async () => {
    const other = await desk.addProject('other')
    await desk.send([{ name: 'elsewhere', gauge: { dataPoints: [toPoint({ atMs: at(1), asInt: '1' })] } }], {
      projectId: other,
    })
    expect(await desk.find('nothing')).toBeUndefined()
    expect(await desk.find('elsewhere', { project: 'shop' })).toBeUndefined()
    expect(await desk.find('elsewhere')).toMatchObject({ projects: ['other'] })
  })
})

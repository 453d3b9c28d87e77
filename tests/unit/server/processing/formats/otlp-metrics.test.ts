import { describe, expect, it } from 'vitest'
import {
  anOtlpMetric,
  ENCODINGS,
  type MetricParts,
  OTEL_TRACE,
} from '#tests/support/builders/otlp-requests.ts'
import { processBody } from '#tests/support/store/process-body.ts'

const AT_US = 1_790_000_000_500_000

describe.each(ENCODINGS)('metrics in %s', (contentType) => {
  const process = (...metrics: MetricParts[]) =>
    processBody('otlp_metrics', anOtlpMetric(metrics, contentType), { contentType })

  it('become a gauge each, with the attributes of the point, the resource and the scope', () => {
    const { answer, records, outcomes } = process({ dataPointType: 'gauge', value: 3.5 })
    expect(answer).toEqual({ status: 200 })
    expect(outcomes).toEqual([])
    expect(records).toMatchObject([
      {
        ...{ kind: 'metric', type: 'gauge', name: 'cart.size', value: 3.5, unit: '{item}' },
        ...{ timestampUs: AT_US, traceId: null, release: 'shop@1.4.0', environment: 'staging' },
        attributes: {
          route: '/cart',
          'resource.service.name': 'shop',
          'otel.scope.name': '@opentelemetry/instrumentation-http',
        },
      },
    ])
  })

  it('add up only where they were counted since the last export', () => {
    const { records } = process(
      { dataPointType: 'sum', value: 2 },
      { dataPointType: 'sum', value: 70, isCumulative: true },
    )
    expect(records).toMatchObject([
      { type: 'counter', value: 2 },
      { type: 'gauge', value: 70, attributes: { 'otel.temporality': 'cumulative' } },
    ])
    expect(records[0]).not.toHaveProperty(['attributes', 'otel.temporality'])
  })

  it('keep of a histogram its mean, and how it is spread', () => {
    const buckets = { boundaries: [10, 100], counts: [1, 2, 1] }
    const { records } = process({
      ...{ dataPointType: 'histogram', name: 'http.server.request.duration', unit: 'ms' },
      value: { buckets, count: 4, sum: 220, min: 4, max: 130 },
    })
    expect(records).toMatchObject([
      {
        ...{ type: 'distribution', name: 'http.server.request.duration', value: 55, unit: 'ms' },
        attributes: {
          ...{ 'otel.count': 4, 'otel.sum': 220, 'otel.min': 4, 'otel.max': 130 },
          ...{ 'otel.bounds': [10, 100], 'otel.counts': [1, 2, 1] },
        },
      },
    ])
  })

  it('keep the buckets of an exponential histogram with their bounds', () => {
    const [positive, negative] = [
      { offset: 1, bucketCounts: [1, 2] },
      { offset: 0, bucketCounts: [3] },
    ]
    const value = { count: 7, sum: 6, scale: 0, zeroCount: 1, positive, negative, min: -2, max: 7 }
    expect(process({ dataPointType: 'exponential', value: { ...value, sum: 14 } }).records).toMatchObject([
      {
        ...{ type: 'distribution', value: 2 },
        attributes: {
          ...{ 'otel.count': 7, 'otel.min': -2, 'otel.max': 7 },
          ...{ 'otel.bounds': [-2, -1, 0, 2, 4, 8], 'otel.counts': [0, 3, 1, 0, 1, 2, 0] },
        },
      },
    ])
  })

  it('join neighbours of an exponential histogram that has more than 64 buckets', () => {
    const positive = { offset: -1, bucketCounts: new Array(100).fill(1) }
    const nothing = { offset: 0, bucketCounts: [] }
    const value = {
      count: 100,
      sum: 100,
      scale: 3,
      zeroCount: 0,
      positive,
      negative: nothing,
      min: 1,
      max: 2,
    }
    const [record] = process({ dataPointType: 'exponential', value }).records
    const { 'otel.bounds': bounds, 'otel.counts': counts } =
      record?.kind === 'metric' ? record.attributes : {}
    expect(bounds).toHaveLength(28)
    expect(counts).toEqual([0, 0, 1, ...new Array(24).fill(4), 3, 0])
    expect((bounds as number[])[3]).toBe(Math.SQRT2)
  })

  it('refuse one by one what has no number, and keep the others', () => {
    const { answer, records, outcomes } = process(
      { dataPointType: 'gauge', value: Number.NaN },
      { dataPointType: 'gauge', value: 1 },
    )
    expect(records).toHaveLength(1)
    expect(answer).toEqual({ status: 200, rejected: 1 })
    expect(outcomes).toEqual([
      { category: 'trace_metric', outcome: 'invalid', reason: 'invalid_trace_metric', quantity: 1 },
    ])
  })
})

describe('metrics in JSON', () => {
  const process = (metric: object) =>
    processBody(
      'otlp_metrics',
      { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'jobs', ...metric }] }] }] },
      { contentType: 'application/json' },
    )
  const timeUnixNano = '1790000000500000000'

  it('may have integers as texts, and lead to the trace of an exemplar', () => {
    const exemplars = [
      { timeUnixNano, asInt: '9' },
      { traceId: OTEL_TRACE, spanId: '1234567890abcdef' },
    ]
    const dataPoints = [{ timeUnixNano, asInt: '41', exemplars }]
    expect(process({ gauge: { dataPoints } }).records).toMatchObject([
      {
        ...{ value: 41, traceId: OTEL_TRACE, spanId: '1234567890abcdef' },
        attributes: { 'otel.exemplars': [[null, null, OTEL_TRACE, '1234567890abcdef']] },
      },
    ])
  })

  it('keep eight exemplars with their times and values', () => {
    const exemplars = Array.from({ length: 9 }, (_, index) => ({
      ...{ timeUnixNano, asDouble: index, traceId: OTEL_TRACE, spanId: '1234567890abcdef' },
    }))
    const [record] = process({ gauge: { dataPoints: [{ timeUnixNano, asInt: '1', exemplars }] } }).records
    const kept = record?.kind === 'metric' ? record.attributes['otel.exemplars'] : undefined
    expect(kept).toHaveLength(8)
    expect((kept as unknown[])[7]).toEqual([1_790_000_000_500, 7, OTEL_TRACE, '1234567890abcdef'])
  })

  it('may have a temporality by name', () => {
    const aggregationTemporality = 'AGGREGATION_TEMPORALITY_CUMULATIVE'
    const dataPoints = [{ timeUnixNano, asDouble: 5 }]
    expect(process({ sum: { dataPoints, aggregationTemporality, isMonotonic: true } }).records).toMatchObject(
      [
        {
          type: 'gauge',
          attributes: { 'otel.temporality': 'cumulative', 'otel.monotonic': true },
        },
      ],
    )
  })

  it('keep the quantiles of a summary', () => {
    const quantileValues = [{ quantile: 0.5, value: 8 }, { quantile: 0.99 }]
    const dataPoints = [{ timeUnixNano, count: '4', sum: 40, quantileValues }]
    expect(process({ summary: { dataPoints } }).records).toMatchObject([
      {
        type: 'distribution',
        value: 10,
        attributes: {
          'otel.quantiles': [
            [0.5, 8],
            [0.99, null],
          ],
        },
      },
    ])
  })

  it('leave out points that have no value on purpose', () => {
    const dataPoints = [{ timeUnixNano, flags: 1 }]
    const { records, outcomes } = process({ gauge: { dataPoints } })
    expect([records, outcomes]).toEqual([[], []])
  })

  it('keep 64 buckets', () => {
    const list = Array.from({ length: 1_000 }, (_, index) => index)
    const dataPoints = [{ timeUnixNano, count: 1, sum: 1, explicitBounds: list, bucketCounts: list }]
    const [record] = process({ histogram: { dataPoints } }).records
    expect(record).toHaveProperty(['attributes', 'otel.bounds', 'length'], 64)
  })
})

describe('metrics in protobuf', () => {
  const contentType = 'application/x-protobuf'

  it('are refused before a long list of numbers becomes objects', () => {
    // ResourceMetrics > ScopeMetrics > Metric > exponential histogram > data point > buckets > a packed list of counts
    const nest = (fields: number[], body: Uint8Array) =>
      fields.reduceRight(
        (inner, field) => Buffer.concat([tagOf(field, inner.length), inner]),
        Buffer.from(body),
      )
    const body = (count: number) => nest([1, 2, 2, 10, 1, 8, 2], new Uint8Array(count))
    const answerOf = (count: number) => processBody('otlp_metrics', body(count), { contentType }).answer
    expect(answerOf(299_000)).toMatchObject({ status: 200 })
    expect(answerOf(300_000)).toMatchObject({ status: 413 })
  })
})

/** The head of a field with bytes, and their length. */
function tagOf(field: number, length: number): Buffer {
  const bytes = [(field << 3) | 2]
  for (let rest = length; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest)
    if (rest <= 127) return Buffer.from(bytes)
  }
}

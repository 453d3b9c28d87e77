import { describe, expect, it } from 'vitest'
import type { Processed } from '#server/processing/pipeline/processed.ts'
import type { CountedOutcome } from '#server/protocol/outcome.ts'
import {
  anEnvelopeOf,
  aSpanId,
  aTransaction,
  type SampleItem,
  TRACE_ID,
} from '#tests/support/builders/sample-traces.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

const context = { receivedAt: 1_790_000_000_000, newEventId: () => 'f'.repeat(32) }
const process = (...items: SampleItem[]) => processEnvelope(anEnvelopeOf(...items), context)
const quantity = (processed: Processed, pick: Partial<CountedOutcome>) =>
  processed.outcomes
    .filter((outcome) => Object.entries(pick).every(([key, value]) => Reflect.get(outcome, key) === value))
    .reduce((sum, outcome) => sum + outcome.quantity, 0)

const visit = (trace: Record<string, unknown>, more = {}) =>
  aTransaction([{ number: 2, parent: 1 }], {
    contexts: { trace: { trace_id: TRACE_ID, span_id: aSpanId(1), ...trace } },
    ...more,
  })

describe('a transaction', () => {
  it('becomes a segment and its children', () => {
    const measurements = {
      lcp: { value: 1_200.5, unit: 'millisecond' },
      bad: { value: 'x' },
      cls: { value: 0.1 },
    }
    const { answer, spans, outcomes } = process(
      visit(
        {
          op: 'pageload',
          parent_span_id: aSpanId(9),
          status: 'ok',
          data: { 'sentry.op': 'pageload', url: '/' },
        },
        { platform: 'javascript', release: 'shop@1', environment: 'test', measurements },
      ),
    )
    expect(answer).toEqual({ status: 200, id: 'e'.repeat(32) })
    expect(outcomes).toEqual([{ category: 'transaction', outcome: 'accepted', reason: '', quantity: 1 }])
    expect(spans).toMatchObject([
      {
        traceId: TRACE_ID,
        spanId: aSpanId(1),
        parentSpanId: aSpanId(9),
        segmentId: aSpanId(1),
        isSegment: true,
        eventId: 'e'.repeat(32),
        op: 'pageload',
        name: 'GET /cart',
        side: 'browser',
        status: 'ok',
        startUs: 1_790_000_000_000_000,
        durationUs: 1_000_000,
        release: 'shop@1',
        environment: 'test',
        data: { url: '/' },
        measurements: { lcp: { value: 1_200.5, unit: 'millisecond' }, cls: { value: 0.1, unit: '' } },
      },
      {
        spanId: aSpanId(2),
        parentSpanId: aSpanId(1),
        segmentId: aSpanId(1),
        isSegment: false,
        eventId: null,
        op: 'db',
        name: 'span 2',
        side: 'browser',
        release: 'shop@1',
        measurements: null,
      },
    ])
  })

  it('keeps the microseconds of dates, which Python sends', () => {
    const { spans } = process(
      visit({}, { start_timestamp: '2026-09-21T12:00:00.000001Z', timestamp: '2026-09-21T12:00:00.1Z' }),
    )
    expect(spans[0]).toMatchObject({ startUs: 1_789_992_000_000_001, durationUs: 99_999 })
  })

  it('never lasts less than nothing', () => {
    const { spans } = process(visit({}, { start_timestamp: 1_790_000_002, timestamp: 1_790_000_001 }))
    expect(spans[0]?.durationUs).toBe(0)
  })

  it.each([
    [{ contexts: {} }],
    [{ contexts: { trace: { trace_id: '0'.repeat(32), span_id: aSpanId(1) } } }],
    [{ contexts: { trace: { trace_id: TRACE_ID, span_id: 'xyz' } } }],
    [{ timestamp: null }],
    [{ start_timestamp: 1e15 }],
  ])('without ids or times is refused: %j', (more) => {
    const { answer, spans, outcomes } = process(aTransaction([{ number: 2 }], more))
    expect(answer).toMatchObject({ status: 400, detail: expect.stringMatching(/^Cannot read transaction: /) })
    expect(spans).toEqual([])
    expect(outcomes).toEqual([
      { category: 'transaction', outcome: 'invalid', reason: 'invalid_transaction', quantity: 1 },
    ])
  })

  it('counts children that it can not have', () => {
    const children = Array.from({ length: 1_003 }, (_, index) => ({ number: index + 2 }))
    const item = aTransaction(children)
    const { spans } = item.payload as { spans: Record<string, unknown>[] } // as just made
    spans[0] = { description: 'without ids' }
    const processed = process(item)
    expect(processed.spans).toHaveLength(1_000)
    expect(quantity(processed, { reason: 'invalid_span' })).toBe(1)
    expect(quantity(processed, { reason: 'too_many_spans' })).toBe(3)
  })

  it.each([
    ['a status', { op: 'http.server', data: { 'http.response.status_code': 404 } }, {}],
    ['a status as text', { op: 'http.server', data: { 'http.response.status_code': '404' } }, {}],
    ['the span status', { op: 'http.server', status: 'not_found' }, {}],
    ['Next.js’s page', { op: 'pageload' }, { transaction: '/404' }],
    ['Next.js’s route', { op: 'http.server' }, { transaction: 'GET /_not-found' }],
  ])('of a page that is not there is filtered by %s', (_name, trace, more) => {
    const processed = process(visit(trace, more))
    expect(processed.spans).toEqual([])
    expect(processed.answer).toEqual({ status: 200, id: 'e'.repeat(32) })
    expect(processed.outcomes).toEqual([
      { category: 'transaction', outcome: 'filtered', reason: 'not-found', quantity: 1 },
      { category: 'span', outcome: 'filtered', reason: 'not-found', quantity: 2 },
    ])
  })

  it('of a request that found nothing elsewhere is kept', () => {
    expect(process(visit({ op: 'http.client', status: 'not_found' })).spans).toHaveLength(2)
  })

  it('loses secrets', () => {
    const data = { 'http.request.header.cookie': 'a=b', 'url.query': 'token=abc&page=2', 'db.rows': 3 }
    const { spans } = process(visit({ data }, { transaction: 'GET /reset?token=abc' }))
    expect(spans[0]).toMatchObject({
      name: 'GET /reset?token=[Filtered]',
      data: {
        'http.request.header.cookie': '[Filtered]',
        'url.query': 'token=[Filtered]&page=2',
        'db.rows': 3,
      },
    })
  })

  it('keeps attributes in bounds, and says what it left out', () => {
    const data = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`a${index}`, 'x'.repeat(9_000)]),
    )
    const [segment] = process(visit({ data: { ...data, small: 1 } })).spans
    expect(JSON.stringify(segment?.data).length).toBeLessThan(34_000)
    expect(segment?.data.small).toBe(1)
    expect(segment?.data['crumbtrail.ingestion_warnings']).toEqual([
      'span attribute was cut to 8192 characters',
      '37 attributes were left out',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { Processed } from '#server/processing/pipeline/processed.ts'
import type { CountedOutcome } from '#server/protocol/outcome.ts'
import {
  aContainer,
  anEnvelopeOf,
  aSpanId,
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

const standalone = (payload: Record<string, unknown>): SampleItem => ({ type: 'span', payload })
describe('a container of spans', () => {
  it('becomes the same model', () => {
    const data = {
      'sentry.op': 'http.server',
      'sentry.release': 'shop@1',
      'sentry.environment': 'test',
      'sentry.segment.id': aSpanId(1),
      'http.route': '/cart',
    }
    const { answer, spans, outcomes } = process(
      aContainer([
        { number: 1, name: 'GET /cart', data, more: { is_segment: true } },
        { number: 2, parent: 1, data: { 'sentry.status.message': 'aborted' }, more: { status: 'error' } },
        { number: 3, parent: 1, more: { status: 'error' } },
      ]),
    )
    expect(answer).toEqual({ status: 200 })
    expect(outcomes).toEqual([])
    expect(spans).toMatchObject([
      {
        traceId: TRACE_ID,
        spanId: aSpanId(1),
        parentSpanId: null,
        segmentId: aSpanId(1),
        isSegment: true,
        eventId: null,
        op: 'http.server',
        name: 'GET /cart',
        side: 'server',
        status: 'ok',
        startUs: 1_790_000_000_001_000,
        durationUs: 10_000,
        release: 'shop@1',
        environment: 'test',
        data: { 'http.route': '/cart', 'sentry.sdk.name': 'sentry.javascript.node' },
        measurements: null,
      },
      { parentSpanId: aSpanId(1), segmentId: null, isSegment: false, op: 'default', status: 'aborted' },
      { status: 'internal_error' },
    ])
    expect(Object.keys(spans[0]?.data ?? {})).toEqual(['sentry.sdk.name', 'http.route'])
  })

  it('names a visit after its page, and finds web vitals and the visit before', () => {
    const links = [{ trace_id: 'b'.repeat(32), span_id: aSpanId(8), attributes: {} }]
    const [span] = process(
      aContainer([
        {
          number: 1,
          name: 'Navigation',
          data: {
            'sentry.op': 'navigation',
            'url.path': '/cart',
            'sentry.sdk.name': 'sentry.javascript.react',
            'browser.web_vital.lcp.value': 900,
            'browser.web_vital.cls.value': 0.02,
          },
          more: { is_segment: true, links },
        },
      ]),
    ).spans
    expect(span).toMatchObject({
      name: '/cart',
      side: 'browser',
      measurements: { lcp: { value: 900, unit: 'millisecond' }, cls: { value: 0.02, unit: '' } },
      data: { 'sentry.links': links },
    })
  })

  it.each([
    ['a browser', { ingest_settings: {} }, {}, 'browser'],
    ['a browser’s ops', {}, { 'sentry.op': 'ui.long-task' }, 'browser'],
    ['a server', {}, { 'sentry.op': 'db' }, 'server'],
    ['a server in a browser’s words', { ingest_settings: {} }, { 'sentry.kind': 'server' }, 'server'],
  ])('comes from %s', (_name, more, data, side) => {
    const item = aContainer([{ number: 1, data: { 'sentry.sdk.name': 'sentry.javascript.nextjs', ...data } }])
    const [span] = process({ ...item, payload: { ...(item.payload as object), ...more } }).spans // as just made
    expect(span?.side).toBe(side)
  })

  it('counts what it can not read, and what is too much', () => {
    const processed = process(
      aContainer([
        ...Array.from({ length: 1_000 }, (_, index) => ({
          number: index + 1,
          more: index < 3 ? { span_id: '' } : {},
        })),
        { number: 2_000 },
      ]),
    )
    expect(processed.spans).toHaveLength(997)
    expect(quantity(processed, { reason: 'invalid_span' })).toBe(3)
    expect(quantity(processed, { reason: 'too_many_spans' })).toBe(1)
  })

  it('is taken with as many others as an envelope may have', () => {
    const container = aContainer(Array.from({ length: 800 }, (_, index) => ({ number: index + 1 })))
    const processed = process(...Array.from({ length: 14 }, () => container))
    expect(processed.spans).toHaveLength(10_000)
    expect(quantity(processed, { outcome: 'invalid', reason: 'too_many_spans' })).toBe(1_200)
  })

  it('loses a visit to a page that is not there, with all below it, and nothing else', () => {
    const inSegment = { 'sentry.segment.id': aSpanId(1) }
    const processed = process(
      aContainer([
        { number: 2, parent: 1, data: inSegment },
        { number: 3, data: { 'sentry.segment.id': aSpanId(9) } },
        {
          number: 1,
          data: { ...inSegment, 'sentry.op': 'http.server', 'http.response.status_code': 404 },
          more: { is_segment: true },
        },
      ]),
    )
    expect(processed.spans.map(({ spanId }) => spanId)).toEqual([aSpanId(3)])
    expect(processed.outcomes).toEqual([
      { category: 'span', outcome: 'filtered', reason: 'not-found', quantity: 2 },
    ])
  })

  it.each([[[]], ['x'], [null]])('with %j for its items is refused', (items) => {
    const { answer, outcomes } = process({ type: 'span', payload: { version: 2, items } })
    expect(answer).toMatchObject({ status: 400 })
    expect(outcomes).toEqual([{ category: 'span', outcome: 'invalid', reason: 'no_spans', quantity: 1 }])
  })
})

describe('a span of its own', () => {
  const inp = {
    trace_id: TRACE_ID,
    span_id: aSpanId(4),
    parent_span_id: aSpanId(1),
    segment_id: aSpanId(1),
    is_segment: true,
    op: 'ui.interaction.click',
    description: 'button#pay',
    start_timestamp: 1_790_000_000,
    timestamp: 1_790_000_000.2,
    measurements: { inp: { value: 200, unit: 'millisecond' } },
    data: { 'sentry.release': 'shop@1' },
  }

  it('is read like a transaction’s', () => {
    expect(process(standalone(inp)).spans).toMatchObject([
      {
        spanId: aSpanId(4),
        segmentId: aSpanId(1),
        isSegment: true,
        name: 'button#pay',
        side: 'browser',
        durationUs: 200_000,
        release: 'shop@1',
        measurements: { inp: { value: 200, unit: 'millisecond' } },
      },
    ])
  })

  it('is refused without ids', () => {
    expect(process(standalone({ ...inp, span_id: 7 })).answer).toMatchObject({ status: 400 })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aContainer,
  anEnvelopeOf,
  aSpanId,
  aTransaction,
  type SampleItem,
  TRACE_ID,
  toAttributes,
} from '#tests/support/builders/sample-traces.ts'
import { runs } from '#tests/support/run/doses.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

const context = { receivedAt: 1_790_000_000_000, newEventId: () => 'f'.repeat(32) }
const process = (...items: SampleItem[]) => processEnvelope(anEnvelopeOf(...items), context)

describe('whatever the items hold', () => {
  const anything = fc.anything({ withNullPrototype: false, maxDepth: 4 })
  /** Real names with any values reach further than any names. */
  const nearly = (names: string[]) =>
    fc.dictionary(fc.constantFrom(...names), fc.oneof(anything, fc.double(), fc.constant(TRACE_ID)), {
      maxKeys: 8,
    })
  const mostly = <T>(usual: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: anything })
  const time = mostly(fc.double({ min: 1, max: 1.2e10, noNaN: true }))
  const certain = fc.record({
    trace_id: mostly(fc.constant(TRACE_ID)),
    span_id: mostly(fc.constant(aSpanId(5))),
    start_timestamp: time,
    end_timestamp: time,
    timestamp: time,
  })
  const further = nearly([
    'parent_span_id',
    'op',
    'description',
    'name',
    'status',
    'is_segment',
    'data',
    'attributes',
    'links',
    'measurements',
  ])
  const span = fc.tuple(certain, further).map((parts) => Object.assign({}, ...parts))
  const spans = mostly(fc.array(mostly(span), { minLength: 1, maxLength: 6 }))
  const transaction = fc.record({
    contexts: fc.record({ trace: span }),
    start_timestamp: time,
    timestamp: time,
    spans,
    measurements: anything,
  })
  const report = fc.record({
    discarded_events: mostly(fc.array(nearly(['reason', 'category', 'quantity']))),
  })
  const item = fc.oneof(
    fc.tuple(fc.constant('span'), mostly(fc.oneof(span, fc.record({ items: spans })))),
    fc.tuple(fc.constant('transaction'), mostly(transaction)),
    fc.tuple(fc.constant('client_report'), mostly(report)),
  )

  it('nothing throws, every span is whole, and every item is in an outcome', () => {
    fc.assert(
      fc.property(item, ([type, payload]) => {
        const json = JSON.stringify(payload, (_key, value) => (typeof value === 'bigint' ? 0 : value))
        const body = new TextEncoder().encode(`{}\n{"type":"${type}"}\n${json}`)
        const processed = processEnvelope(body, context)
        for (const { startUs, durationUs, traceId, spanId, data, name } of processed.spans) {
          expect(Number.isSafeInteger(startUs) && Number.isSafeInteger(durationUs)).toBe(true)
          expect(traceId).toMatch(/^[0-9a-f]{32}$/)
          expect(spanId).toMatch(/^[0-9a-f]{16}$/)
          expect(name).not.toBe('')
          expect(JSON.parse(JSON.stringify(data))).toEqual(data)
        }
        const reported = processed.outcomes.filter(({ outcome }) => outcome !== 'client_discard')
        const counted = reported.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(counted + processed.spans.length).toBeGreaterThan(0)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('counts each of a container’s items exactly once', () => {
    fc.assert(
      fc.property(fc.array(mostly(span), { minLength: 1, maxLength: 8 }), (given) => {
        const items = given.map((item) => item ?? null)
        const json = JSON.stringify({ items }, (_key, value) => (typeof value === 'bigint' ? 0 : value))
        const body = new TextEncoder().encode(`{}\n{"type":"span"}\n${json}`)
        const { spans, outcomes } = processEnvelope(body, context)
        const counted = outcomes.reduce((sum, { quantity }) => sum + quantity, spans.length)
        expect(counted).toBe(items.length)
      }),
    )
  })

  it('reads both shapes of one span alike', () => {
    const data = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.oneof(fc.string(), fc.integer()),
    )
    fc.assert(
      fc.property(data, (data) => {
        const streamed = process(
          aContainer([
            { number: 2, parent: 1, more: { attributes: toAttributes({ ...data, 'sentry.op': 'db' }) } },
          ]),
        ).spans[0]
        const [, sent] = process(aTransaction([{ number: 2, parent: 1, data }])).spans
        expect(streamed).toEqual({ ...sent, segmentId: null })
      }),
    )
  })
})

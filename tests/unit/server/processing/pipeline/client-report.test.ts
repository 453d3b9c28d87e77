import { describe, expect, it } from 'vitest'
import { anEnvelopeOf, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

const context = { receivedAt: 1_790_000_000_000, newEventId: () => 'f'.repeat(32) }
const process = (...items: SampleItem[]) => processEnvelope(anEnvelopeOf(...items), context)

describe('a client report', () => {
  const report = (discarded: unknown): SampleItem => ({
    type: 'client_report',
    payload: { timestamp: 1, discarded_events: discarded },
  })

  it('counts what the SDK left out beside itself', () => {
    const { answer, outcomes } = process(
      report([
        { reason: 'sample_rate', category: 'transaction', quantity: 3 },
        { reason: 'made up', category: 'made up', quantity: 2 },
        { reason: 'before_send', category: 'error', quantity: 10_000_000 },
        { reason: 'queue_overflow', category: 'log_byte', quantity: 5_000 },
        { reason: 'queue_overflow', category: 'error', quantity: -1 },
        null,
      ]),
    )
    const outcome = 'client_discard'
    expect(answer).toEqual({ status: 200 })
    expect(outcomes).toEqual([
      { category: 'internal', outcome: 'accepted', reason: '', quantity: 1 },
      { category: 'transaction', outcome, reason: 'sample_rate', quantity: 3 },
      { category: 'default', outcome, reason: 'other', quantity: 2 },
      { category: 'error', outcome, reason: 'before_send', quantity: 100_000 },
    ])
  })

  it('that is too large is refused', () => {
    const discarded = Array.from({ length: 3_000 }, () => ({
      reason: 'send_error',
      category: 'error',
      quantity: 1,
    }))
    expect(process(report(discarded)).answer).toEqual({
      status: 413,
      detail: 'Cannot read client report: it is larger than 102400 bytes',
    })
  })

  it('that is broken takes nothing from the event that it came with', () => {
    const event = { type: 'event', payload: { message: 'hello' } }
    const { answer, event: accepted } = process({ type: 'client_report', payload: [] }, event)
    expect(answer).toEqual({ status: 200, id: 'f'.repeat(32) })
    expect(accepted?.event.message).toBe('hello')
  })
})

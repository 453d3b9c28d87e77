import { describe, expect, it } from 'vitest'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { sayOnce } from '#telemetry/transport/discard-sentences.ts'

describe('createDiscards()', () => {
  it('counts by reason and category', () => {
    const discards = createDiscards()
    discards.count('queue_overflow', 'error')
    discards.count('queue_overflow', 'error')
    discards.count('queue_overflow', 'span', '', 5)
    discards.count('before_send', 'error')
    expect(discards.list()).toEqual([
      { reason: 'queue_overflow', category: 'error', quantity: 2 },
      { reason: 'queue_overflow', category: 'span', quantity: 5 },
      { reason: 'before_send', category: 'error', quantity: 1 },
    ])
  })

  it('reports each count once, and nothing when there is none', () => {
    const discards = createDiscards()
    discards.count('queue_overflow', 'error')
    const report = {
      type: 'client_report',
      payload: {
        timestamp: 2,
        discarded_events: [{ reason: 'queue_overflow', category: 'error', quantity: 1 }],
      },
    }
    expect(discards.takeReport(() => 2000)).toEqual(report)
    expect(discards.takeReport(() => 2000)).toBeUndefined()
    discards.count('queue_overflow', 'error')
    expect(discards.takeReport(() => 2000)).toEqual(report)
  })
})

describe('sayOnce()', () => {
  it('says each reason once, and nothing of what filters were set up to do', () => {
    const said: string[] = []
    const discards = sayOnce(createDiscards(), (sentence) => said.push(sentence))
    discards.count('before_send', 'error')
    discards.count('event_processor', 'error')
    discards.count('sample_rate', 'transaction')
    discards.count('send_error', 'error', '413')
    discards.count('send_error', 'error', '500')
    discards.count('ratelimit_backoff', 'error')
    expect(said).toEqual([
      'Telemetry dropped an item (error): send_error, 413. More of these are counted, but not logged.',
      'Telemetry dropped an item (error): ratelimit_backoff. More of these are counted, but not logged.',
    ])
  })

  it('outlives a listener that throws', () => {
    const discards = sayOnce(createDiscards(), () => {
      throw new Error('closed pipe')
    })
    discards.count('network_error', 'error')
    expect(discards.list()).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import { createDiscards } from '../../../telemetry/client-report.ts'

describe('createDiscards()', () => {
  it('counts by reason and category', () => {
    const discards = createDiscards()
    discards.count('queue_overflow', 'error')
    discards.count('queue_overflow', 'error')
    discards.count('before_send', 'error')
    expect(discards.list()).toEqual([
      { reason: 'queue_overflow', category: 'error', quantity: 2 },
      { reason: 'before_send', category: 'error', quantity: 1 },
    ])
  })

  it('says each reason once, and nothing of what filters were set up to do', () => {
    const said: string[] = []
    const discards = createDiscards((sentence) => said.push(sentence))
    discards.count('before_send', 'error')
    discards.count('event_processor', 'error')
    discards.count('network_error', 'error', 'it could not be sent')
    discards.count('network_error', 'error', 'again')
    discards.count('ratelimit_backoff', 'error')
    expect(said).toEqual([
      'Telemetry left out an error: it could not be sent. More of these are counted, not said.',
      'Telemetry left out an error: ratelimit_backoff. More of these are counted, not said.',
    ])
  })

  it('outlives a listener that throws', () => {
    const discards = createDiscards(() => {
      throw new Error('closed pipe')
    })
    discards.count('network_error', 'error')
    expect(discards.list()).toHaveLength(1)
  })
})
